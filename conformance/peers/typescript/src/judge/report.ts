import type { ErrorObject } from "ajv";

import type { Judging } from "../schema/compile.js";
import { join, quote, tokens } from "../text.js";
import { type Violation, normalize } from "../violation.js";
import { unescapeName, unescapePointer } from "./datum.js";
import { nearest } from "./nearest.js";

/** What a judgement found: nothing, if the instance is valid. */
export interface Report {
  /** Sorted, of many only the first. */
  readonly violations: Violation[];
  readonly more: number;
  /** Any of all violations is at, below or names a hidden parameter. */
  readonly hidden: boolean;
}

/** All that is said of a value that the framework filled in. */
export const hiddenMessage = "the framework's value for this parameter does not satisfy its schema";

/** Puts Ajv's errors into the normal form of rule 12. */
export function reportOf(errors: readonly ErrorObject[], refused: readonly Violation[], judging: Judging): Report {
  const hidden = judging.hidden ?? [];
  let found: Found[] = [...refused];
  for (const error of errors) if (error.keyword !== "if") found.push(violationOf(error));
  found = withoutUnevaluated(found);
  let touched = false;
  if (hidden.length > 0) {
    found = found.map((v) => {
      const shielded = shield(v, hidden);
      touched ||= shielded !== undefined;
      return shielded ?? v;
    });
  }
  const { violations, more } = normalize(found, judging.violations);
  return { violations: violations.map((v) => withRemedy(v, hidden)), more, hidden: touched };
}

/** A violation that remembers what is known instead of an unknown member. */
interface Found extends Violation {
  readonly names?: readonly string[];
}

/** Says of an unknown member which one may be meant. */
function withRemedy({ names = [], ...v }: Found, hidden: readonly string[]): Violation {
  if (v.property === undefined || v.message === hiddenMessage) return v;
  const meant = nearest(v.property, names.filter((n) => v.pointer !== "" || !hidden.includes(n)));
  return meant === undefined ? v : { ...v, message: `has the member ${quote(v.property)}, which is not known here: is ${quote(meant)} meant?` };
}

/** The parameter alone, if a violation is of a hidden one; names within it are values too. */
export function shield(v: Violation, hidden: readonly string[]): Violation | undefined {
  const name = hidden.find((n) => v.pointer === join("", n) || v.pointer.startsWith(join("", n) + "/"));
  if (name !== undefined) {
    return { pointer: join("", name), ...(v.keyword !== undefined && { keyword: v.keyword }), ...(v.reason !== undefined && { reason: v.reason }), message: hiddenMessage };
  }
  return v.pointer === "" && v.property !== undefined && hidden.includes(v.property) ? { ...v, message: hiddenMessage } : undefined;
}

interface Params {
  keyword?: string | null;
  property?: string | null;
  below?: string | null;
  accepts?: string | null;
  names?: readonly string[] | null;
  missingProperty?: string;
  additionalProperty?: string;
  limit?: number;
  pattern?: string;
}

function violationOf(error: ErrorObject): Found {
  const params = error.params as Params;
  let keyword = params.keyword ?? error.keyword.replace(/^fs:/, "");
  if (keyword === "false schema") keyword = "false";
  const property = params.missingProperty ?? params.additionalProperty ?? params.property;
  const pointer = unescapePointer(params.below == null ? error.instancePath : join(error.instancePath, params.below));
  const name = property == null ? undefined : unescapeName(property);
  return {
    pointer, keyword, message: params.accepts ?? messageOf(keyword, params, name),
    ...(name !== undefined && { property: name }), ...(params.names && { names: params.names }),
  };
}

function messageOf(keyword: string, { limit, pattern }: Params, name: string | undefined): string {
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return `must have the member ${quote(name ?? "")}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `has the member ${quote(name ?? "")}, which is not known here: leave it out`;
    case "propertyNames":
      return `has the member ${quote(name ?? "")}, whose name is not allowed here`;
    case "pattern":
      return `must match the pattern ${pattern}`;
    case "minLength":
      return `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return `must have at least ${limit} items`;
    case "maxItems":
      return `must have at most ${limit} items`;
    case "minProperties":
      return `must have at least ${limit} members`;
    case "maxProperties":
      return `must have at most ${limit} members`;
    case "anyOf":
      return "must satisfy at least one of the forms that are allowed here";
    case "oneOf":
      return "must satisfy exactly one of the forms that are allowed here";
    case "not":
      return "must not have the form that is excluded here";
    case "enum":
      return "must be the value of one of the forms that are allowed here";
    case "false":
      return "must be left out: no value is allowed here";
  }
  return `must satisfy ${keyword}`;
}

/**
 * unevaluated* at a place is reported only if nothing else, another one deeper down
 * included, is at or below it: what a failed schema would have evaluated is not known.
 */
function withoutUnevaluated(found: Found[]): Found[] {
  if (!found.some((v) => v.keyword?.startsWith("unevaluated"))) return found;
  const failed = new Set<string>();
  for (const v of found) {
    const path = tokens(v.pointer);
    if (v.keyword?.startsWith("unevaluated")) {
      if (path.length === 0) continue;
      path.pop();
    }
    for (let at = path.length; at >= 0; at--) failed.add(join("", ...path.slice(0, at)));
  }
  return found.filter((v) => !v.keyword?.startsWith("unevaluated") || !failed.has(v.pointer));
}
