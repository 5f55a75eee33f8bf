import { type CodeSet, has, words } from "./sets.js";
import { PatternError, type Syntax } from "./syntax.js";

const largest = 1 << 16;
const mostStates = 2_000;

/** One instruction; the next one follows unless it says where to go on. */
type Instruction =
  | { readonly op: "set"; readonly set: CodeSet }
  | { readonly op: "split"; other: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "start" | "end" | "boundary" | "not-boundary" | "match" };

/** A set of instructions under way, and what the last character was. */
interface State {
  readonly threads: readonly number[];
  readonly before: "start" | "word" | "other";
  /** By character class, filled as they are met; true is a match. */
  readonly next: (State | true | undefined)[];
  ends: boolean | undefined;
}

/**
 * Matches a pattern in time linear in the text: an automaton whose deterministic
 * states are made as texts need them (Thompson's construction). V8's own engine
 * backtracks, and takes hours for some patterns and short texts.
 */
export class Automaton {
  private readonly program: Instruction[] = [];
  /** Where classes of characters that no set tells apart begin. */
  private readonly borders: number[];
  private readonly ascii: Uint16Array;
  private readonly states = new Map<string, State>();
  private first: State;

  constructor(syntax: Syntax) {
    this.emit(syntax);
    this.program.push({ op: "match" });
    const borders = new Set([0]);
    const sets = this.program.flatMap((i) => (i.op === "set" ? [i.set] : /boundary/.test(i.op) ? [words] : []));
    for (const set of new Set(sets)) {
      for (const [low, high] of set) borders.add(low).add(high + 1);
    }
    this.borders = [...borders].sort((a, b) => a - b);
    this.ascii = Uint16Array.from({ length: 128 }, (_, point) => this.find(point));
    this.first = this.state([0], "start");
  }

  /** Whether some part of a text matches. */
  matches(text: string): boolean {
    let state = this.first;
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const c = point < 128 ? this.ascii[point]! : this.find(point);
      const next = state.next[c] ?? this.step(state, c);
      if (next === true) return true;
      state = next;
    }
    return (state.ends ??= this.close(state, "end").includes(this.program.length - 1));
  }

  /** The class of a character. */
  private find(point: number): number {
    let from = 0;
    let to = this.borders.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.borders[middle]! <= point) from = middle;
      else to = middle;
    }
    return from;
  }

  private step(state: State, c: number): State | true {
    const point = this.borders[c]!;
    const word = has(words, point);
    const threads = new Set<number>();
    for (const at of this.close(state, word ? "word" : "other")) {
      const instruction = this.program[at]!;
      if (instruction.op === "match") return (state.next[c] = true);
      if (instruction.op === "set" && has(instruction.set, point)) threads.add(at + 1);
    }
    threads.add(0); // nothing anchors a pattern by itself
    return (state.next[c] = this.state([...threads], word ? "word" : "other"));
  }

  private state(threads: number[], before: State["before"]): State {
    const key = `${before} ${threads.sort((a, b) => a - b).join(" ")}`;
    let state = this.states.get(key);
    if (!state) {
      if (this.states.size === mostStates) this.forget();
      state = { threads, before, next: [], ends: undefined };
      this.states.set(key, state);
    }
    return state;
  }

  private forget(): void {
    this.states.clear();
    if (this.first) this.first = this.state([0], "start");
  }

  /** The instructions that threads reach without a character. */
  private close(state: State, after: "word" | "other" | "end"): number[] {
    const seen = new Set<number>();
    const pending = [...state.threads].reverse();
    while (pending.length > 0) {
      const at = pending.pop()!;
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = this.program[at]!;
      const boundary = (state.before === "word") !== (after === "word");
      switch (instruction.op) {
        case "split":
          pending.push(instruction.other, at + 1);
          break;
        case "jump":
          pending.push(instruction.to);
          break;
        case "start":
          if (state.before === "start") pending.push(at + 1);
          break;
        case "end":
          if (after === "end") pending.push(at + 1);
          break;
        case "boundary":
          if (boundary) pending.push(at + 1);
          break;
        case "not-boundary":
          if (!boundary) pending.push(at + 1);
          break;
      }
    }
    return [...seen];
  }

  private emit(syntax: Syntax): void {
    if (this.program.length > largest) throw new PatternError("the pattern", 0, "is too large once its counts are written out: use smaller counts");
    switch (syntax.kind) {
      case "set":
        this.program.push({ op: "set", set: syntax.set });
        break;
      case "sequence":
        for (const part of syntax.parts) this.emit(part);
        break;
      case "alternatives":
        this.alternatives(syntax.parts);
        break;
      case "repeat":
        this.repeat(syntax.part, syntax.min, syntax.max);
        break;
      default:
        this.program.push({ op: syntax.kind });
    }
  }

  private alternatives(parts: readonly Syntax[]): void {
    const jumps = parts.map((part, i) => {
      const split = { op: "split" as const, other: 0 };
      if (i < parts.length - 1) this.program.push(split);
      this.emit(part);
      const jump = { op: "jump" as const, to: 0 };
      if (i < parts.length - 1) this.program.push(jump);
      split.other = this.program.length;
      return jump;
    });
    for (const jump of jumps) jump.to = this.program.length;
  }

  private repeat(part: Syntax, min: number, max: number): void {
    for (let i = 0; i < min; i++) this.emit(part);
    if (max === Infinity) {
      const split = { op: "split" as const, other: 0 };
      const at = this.program.push(split) - 1;
      this.emit(part);
      this.program.push({ op: "jump", to: at });
      split.other = this.program.length;
      return;
    }
    const splits = [];
    for (let i = min; i < max; i++) {
      const split = { op: "split" as const, other: 0 };
      this.program.push(split);
      splits.push(split);
      this.emit(part);
    }
    for (const split of splits) split.other = this.program.length;
  }
}
