import { Automaton } from "./automaton.js";
import { parse } from "./parser.js";
import { type CodeSet, has } from "./sets.js";
import type { Syntax } from "./syntax.js";

/** A compiled pattern of `pattern` or `patternProperties` (rule 11). */
export interface Pattern {
  /** Whether some part of a text matches. */
  matches(text: string): boolean;
}

const known = new Map<string, Pattern>();
const mostKnown = 1_000;

/**
 * Compiles a pattern: of a declared function in the portable subset, of a foreign
 * schema in ECMA-262 with the u flag. It throws a PatternError.
 */
export function compilePattern(source: string, portable: boolean): Pattern {
  const key = (portable ? "portable " : "") + source;
  let pattern = known.get(key);
  if (!pattern) {
    const syntax = parse(source, portable);
    pattern = runOf(syntax) ?? new Automaton(syntax);
    if (known.size === mostKnown) known.clear();
    known.set(key, pattern);
  }
  return pattern;
}

/**
 * A pattern that is one character set with a count between both anchors, such as
 * ^.{1,4096}$. Counting needs no automaton as long as the bound.
 */
function runOf(syntax: Syntax): Pattern | undefined {
  if (syntax.kind !== "sequence" || syntax.parts.length !== 3) return undefined;
  const [start, body, end] = syntax.parts as [Syntax, Syntax, Syntax];
  if (start.kind !== "start" || end.kind !== "end") return undefined;
  if (body.kind === "set") return new Run(body.set, 1, 1);
  if (body.kind === "repeat" && body.part.kind === "set") return new Run(body.part.set, body.min, body.max);
  return undefined;
}

class Run implements Pattern {
  constructor(
    private readonly set: CodeSet,
    private readonly min: number,
    private readonly max: number,
  ) {}

  matches(text: string): boolean {
    let count = 0;
    for (const c of text) {
      if (++count > this.max || !has(this.set, c.codePointAt(0)!)) return false;
    }
    return count >= this.min;
  }
}
