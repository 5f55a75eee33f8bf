import type { CodeSet } from "./sets.js";

/** A parsed pattern. */
export type Syntax =
  | { readonly kind: "set"; readonly set: CodeSet }
  | { readonly kind: "start" | "end" | "boundary" | "not-boundary" }
  | { readonly kind: "sequence" | "alternatives"; readonly parts: readonly Syntax[] }
  | { readonly kind: "repeat"; readonly part: Syntax; readonly min: number; readonly max: number };

/** What of a pattern was refused, where, why, and what to write instead. */
export class PatternError extends Error {
  constructor(construct: string, offset: number, reason: string) {
    super(`${construct} at offset ${offset} ${reason}`);
  }
}

export const notLinear = "cannot be checked in linear time";
export const notECMA = "is not in ECMA-262 with the u flag";
export const notPortable = "is not in the portable subset of declared functions";
