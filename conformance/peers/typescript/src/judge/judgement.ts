import { unescapeName } from "./datum.js";

/** The budget of schema applications is spent (rule 9). */
export class BudgetSpent extends Error {}

/** What of one instance a schema object has evaluated. */
interface Frame {
  readonly data: unknown;
  marks: Set<string | number> | undefined;
}

/**
 * The state of one judgement, which generated code has as `this`. It counts
 * applications, and it knows what has been evaluated (core 11): Ajv's own account
 * has no place for the items that contains evaluates.
 */
export class Judgement {
  private readonly frames: Frame[] = [];

  constructor(private left: number) {}

  /** Counts one schema object judged against one value. */
  tick(): void {
    if (--this.left < 0) throw new BudgetSpent();
  }

  enter(data: unknown): void {
    this.frames.push({ data, marks: undefined });
  }

  /** Ends a schema object or a branch; what it evaluated is its parent's if that judges the same instance and it counts. */
  leave(counts: boolean): void {
    const { data, marks } = this.frames.pop()!;
    const outer = this.frames.at(-1);
    if (!counts || !marks || !outer || outer.data !== data) return;
    if (!outer.marks) outer.marks = marks;
    else for (const key of marks) outer.marks.add(key);
  }

  mark(key: string | number): void {
    const frame = this.frames.at(-1)!;
    (frame.marks ??= new Set()).add(key);
  }

  marked(key: string | number): boolean {
    return this.frames.at(-1)!.marks?.has(key) ?? false;
  }

  /** A member's name as it was written. */
  name(key: string): string {
    return unescapeName(key);
  }
}
