import { Decimal } from "../numbers.js";
import { type Tree, itemsOf, nullTree } from "../tree.js";
import type { Violation } from "../violation.js";
import { join } from "../text.js";
import { literalTree } from "./literal.js";
import { type Words, JsonText } from "./types.js";

type WordKind = "text" | "flag" | "count" | "number" | "literal" | "literals";

/** Which words there are, what they hold, and of which JSON types; none is any. */
const words = new Map<string, { readonly holds: WordKind; readonly types: readonly string[] }>([
  ...["title", "description"].map((w) => [w, { holds: "text", types: [] }] as const),
  ["default", { holds: "literal", types: [] }],
  ["examples", { holds: "literals", types: [] }],
  ["enum", { holds: "literals", types: ["string", "integer", "number"] }],
  ...["readOnly", "writeOnly", "deprecated"].map((w) => [w, { holds: "flag", types: [] }] as const),
  ...["minLength", "maxLength"].map((w) => [w, { holds: "count", types: ["string"] }] as const),
  ...["pattern", "format"].map((w) => [w, { holds: "text", types: ["string"] }] as const),
  ...["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((w) => [w, { holds: "number", types: ["integer", "number"] }] as const),
  ...["minItems", "maxItems"].map((w) => [w, { holds: "count", types: ["array"] }] as const),
  ["uniqueItems", { holds: "flag", types: ["array"] }],
  ...["minProperties", "maxProperties"].map((w) => [w, { holds: "count", types: ["object"] }] as const),
]);

/** A schema object while it is being written. */
export type Keywords = Map<string, Tree>;

/** Adds words to a schema of a JSON type; what does not fit is a fault. */
export function applyWords(keywords: Keywords, given: Words, jsonType: string, pointer: string, faults: Violation[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const fault = (message: string) => faults.push({ pointer: name === "default" ? join(pointer, name) : pointer, keyword: name, message });
    const word = words.get(name);
    if (!word) {
      fault(`no keyword is called ${name}: check its spelling`);
      continue;
    }
    if (word.types.length > 0 && !word.types.includes(jsonType)) {
      fault(`${name} does not fit the type ${jsonType || "any"}: remove it`);
      continue;
    }
    let tree: Tree;
    try {
      tree = value instanceof JsonText ? value.tree() : literalTree(value);
    } catch (error) {
      fault(`the value of ${name} is not JSON: ${(error as Error).message}`);
      continue;
    }
    if (!isWellFormed(word.holds, tree)) {
      fault(`the value of ${name} is malformed: it takes a ${word.holds}`);
      continue;
    }
    keywords.set(name, tighter(name, keywords.get(name), tree));
  }
  checkBounds(keywords, pointer, faults);
}

function isWellFormed(holds: WordKind, tree: Tree): boolean {
  switch (holds) {
    case "text":
      return tree.kind === "string";
    case "flag":
      return tree.kind === "boolean";
    case "number":
      return tree.kind === "number";
    case "count":
      return tree.kind === "number" && /^[0-9]+$/.test(tree.token);
    case "literals":
      return tree.kind === "array" && tree.items.length > 0;
    case "literal":
      return true;
  }
}

/** Of a native bound and the author's, the one that admits less; of equal ones the author's. */
function tighter(keyword: string, native: Tree | undefined, author: Tree): Tree {
  if (native?.kind !== "number" || author.kind !== "number") return author;
  const compared = Decimal.parse(native.token).compare(Decimal.parse(author.token));
  if (keyword === "minimum") return compared > 0 ? native : author;
  return keyword === "maximum" && compared < 0 ? native : author;
}

const bounds: readonly (readonly [low: string, high: string, strict: boolean])[] = [
  ["minLength", "maxLength", false], ["minItems", "maxItems", false], ["minProperties", "maxProperties", false], ["minimum", "maximum", false],
  ["exclusiveMinimum", "maximum", true], ["minimum", "exclusiveMaximum", true], ["exclusiveMinimum", "exclusiveMaximum", true],
];

function checkBounds(keywords: Keywords, pointer: string, faults: Violation[]): void {
  for (const [low, high, strict] of bounds) {
    const from = keywords.get(low);
    const to = keywords.get(high);
    if (from?.kind !== "number" || to?.kind !== "number") continue;
    const compared = Decimal.parse(from.token).compare(Decimal.parse(to.token));
    if (compared > 0 || (compared === 0 && strict)) {
      faults.push({ pointer, keyword: low, message: `no value satisfies ${low} ${from.token} and ${high} ${to.token}: change one` });
    }
  }
}

/** Adds null to the values of an enum, last. */
export function withNull(list: Tree): readonly Tree[] {
  const items = itemsOf(list);
  return items.some((v) => v.kind === "null") ? items : [...items, nullTree];
}
