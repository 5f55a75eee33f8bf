import { Decimal, isIntegral } from "../numbers.js";
import { compareText } from "../text.js";
import { type Tree, canonical } from "../tree.js";

/**
 * An instance as Ajv is given it. JavaScript's numbers would round, so a number is
 * a symbol whose description is its token: Ajv takes it for no type at all, and the
 * keywords about numbers are replaced (keywords.ts). Objects have no prototype, so
 * that nothing is inherited.
 */
export type Datum = null | boolean | string | symbol | Datum[] | { [name: string]: Datum };

/**
 * The name of a member as Ajv is given it, in schemas and instances alike: Ajv leaves
 * __proto__ out of properties, so that name has a mark before it, and one that looks
 * like a marked one gets a mark more.
 */
export function escapeName(name: string): string {
  return /^\uf8ff*__proto__$/.test(name) ? "\uf8ff" + name : name;
}

/** Undoes escapeName. */
export function unescapeName(name: string): string {
  return /^\uf8ff+__proto__$/.test(name) ? name.slice(1) : name;
}

/** Undoes escapeName in a pointer. */
export function unescapePointer(pointer: string): string {
  return pointer.includes("\uf8ff") ? pointer.replace(/\/\uf8ff(\uf8ff*__proto__)(?=\/|$)/g, "/$1") : pointer;
}

/** The symbols of short tokens, which most numbers have. */
const symbols = new Map<string, symbol>();

function symbolOf(token: string): symbol {
  if (token.length > 3) return Symbol(token);
  let symbol = symbols.get(token);
  if (!symbol) symbols.set(token, (symbol = Symbol(token)));
  return symbol;
}

export function toDatum(tree: Tree): Datum {
  switch (tree.kind) {
    case "null":
      return null;
    case "boolean":
      return tree.value;
    case "number":
      return symbolOf(tree.token);
    case "string":
      return tree.text;
    case "array":
      return tree.items.map(toDatum);
    case "object": {
      const object: { [name: string]: Datum } = Object.create(null);
      for (const [name, value] of tree.members) object[escapeName(name)] = toDatum(value);
      return object;
    }
  }
}

/** The token of a number. */
export function tokenOf(datum: Datum): string | undefined {
  return typeof datum === "symbol" ? datum.description : undefined;
}

/** The text that all spellings of an equal value share; see canonical. */
export function identity(datum: Datum): string {
  switch (typeof datum) {
    case "symbol":
      return Decimal.parse(datum.description!).toString();
    case "string":
      return JSON.stringify(datum);
    case "boolean":
      return String(datum);
  }
  if (datum === null) return "null";
  if (Array.isArray(datum)) return `[${datum.map(identity).join(",")}]`;
  const names = Object.keys(datum).sort((a, b) => compareText(unescapeName(a), unescapeName(b)));
  return `{${names.map((name) => `${JSON.stringify(unescapeName(name))}:${identity(datum[name]!)}`).join(",")}}`;
}

export type Check = (datum: Datum) => boolean;

const kinds: Record<string, Check> = {
  null: (d) => d === null,
  boolean: (d) => typeof d === "boolean",
  string: (d) => typeof d === "string",
  number: (d) => typeof d === "symbol",
  integer: (d) => typeof d === "symbol" && isIntegral(d.description!),
  array: (d) => Array.isArray(d),
  object: (d) => typeof d === "object" && d !== null && !Array.isArray(d),
};

/** Whether a value is of one of the types. */
export function isOfType(types: readonly string[]): Check {
  const checks = types.flatMap((type) => kinds[type] ?? []);
  return checks.length === 1 ? checks[0]! : (d) => checks.some((check) => check(d));
}

/** Whether a value equals one of those given (core 4.2.2). */
export function isOneOf(values: readonly Tree[]): Check {
  const texts = new Set(values.flatMap((v) => (v.kind === "string" ? [v.text] : [])));
  const others = new Set(values.map(canonical));
  return (d) => (typeof d === "string" ? texts.has(d) : others.has(identity(d)));
}

/** Whether no two items are equal. */
export const isUnique: Check = (d) => {
  if (!Array.isArray(d)) return true;
  const seen = new Set<string>();
  return d.every((item) => {
    const text = identity(item);
    return !seen.has(text) && seen.add(text);
  });
};

/** A check of numbers by their exact value; others pass. */
export function isNumber(holds: (n: Decimal) => boolean): Check {
  return (d) => typeof d !== "symbol" || holds(Decimal.parse(d.description!));
}

/** A check of strings; others pass. */
export function isText(holds: (text: string) => boolean): Check {
  return (d) => typeof d !== "string" || holds(d);
}
