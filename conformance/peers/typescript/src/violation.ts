import { compareText } from "./text.js";

/** One fault, where it is and what would be accepted. */
export interface Violation {
  /** RFC 6901; of the object for required and its like. */
  readonly pointer: string;
  /** The keyword that failed; none where binding failed. */
  readonly keyword?: string;
  /** The name it is about, where one is; may be "". */
  readonly property?: string;
  /** Of parse and of binding. */
  readonly reason?: string;
  readonly message: string;
}

/** Orders violations by the UTF-8 bytes of pointer, keyword, property and reason; an absent property is first. */
export function compareViolations(a: Violation, b: Violation): number {
  return (
    compareText(a.pointer, b.pointer) ||
    compareText(a.keyword ?? "", b.keyword ?? "") ||
    Number(a.property !== undefined) - Number(b.property !== undefined) ||
    compareText(a.property ?? "", b.property ?? "") ||
    compareText(a.reason ?? "", b.reason ?? "")
  );
}

/** Sorts violations, keeps one of each, and cuts the list; more says how many were cut. */
export function normalize(list: readonly Violation[], limit = Infinity): { violations: Violation[]; more: number } {
  const sorted = [...list].sort(compareViolations);
  const distinct = sorted.filter((v, i) => i === 0 || compareViolations(sorted[i - 1]!, v) !== 0);
  return { violations: distinct.slice(0, limit), more: Math.max(0, distinct.length - limit) };
}
