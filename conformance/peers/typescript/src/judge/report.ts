import type { ErrorObject } from "ajv";

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
export function reportOf(errors: readonly ErrorObject[], refused: readonly Violation[], hidden: readonly string[], limit: number): Report {
  let found: Violation[] = [...refused];
  for (const error of errors) if (error.keyword !== "if") found.push(violationOf(error, hidden));
  found = withoutUnevaluated(found);
  let touched = false;
  if (hidden.length > 0) {
    found = found.map((v) => {
      const shielded = shield(v, hidden);
      touched ||= shielded !== undefined;
      return shielded ?? v;
    });
  }
  return { ...normalize(found, limit), hidden: touched };
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
  missingProperty?: string;
  additionalProperty?: string;
  limit?: number;
  pattern?: string;
}

function violationOf(error: ErrorObject, hidden: readonly string[]): Violation {
  const params = error.params as Params;
  let keyword = params.keyword ?? error.keyword.replace(/^fs:/, "");
  if (keyword === "false schema") keyword = "false";
  const property = params.missingProperty ?? params.additionalProperty ?? params.property;
  const pointer = unescapePointer(params.below == null ? error.instancePath : join(error.instancePath, params.below));
  const name = property == null ? undefined : unescapeName(property);
  let message = params.accepts ?? messageOf(keyword, params, name);
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    const known = namesIn(error.parentSchema).filter((n) => pointer !== "" || !hidden.includes(n));
    const meant = nearest(name ?? "", known);
    if (meant !== undefined) message = `has the member ${quote(name ?? "")}, which is not known here: is ${quote(meant)} meant?`;
  }
  return { pointer, keyword, ...(name !== undefined && { property: name }), message };
}

/** The members that a schema object names, for the remedy of an unknown one. */
function namesIn(schema: unknown): string[] {
  const { properties, "fs:frame": frame } = (schema ?? {}) as { properties?: object; "fs:frame"?: { body: unknown } };
  return [...Object.keys(properties ?? {}).map(unescapeName), ...(frame ? namesIn(frame.body) : [])];
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
function withoutUnevaluated(found: Violation[]): Violation[] {
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
