import { defaultLimits } from "../limits.js";
import { readText } from "../reader.js";
import { type Tree, arrayTree, booleanTree, nullTree, numberTree, objectTree, stringTree } from "../tree.js";

export { type Tree };

/** Reads a literal that is written as JSON text. */
export function readLiteral(text: string): Tree {
  return readText(text, defaultLimits);
}

/** A JavaScript value as a tree; it throws for what JSON cannot write. */
export function literalTree(value: unknown): Tree {
  switch (typeof value) {
    case "boolean":
      return booleanTree(value);
    case "bigint":
      return numberTree(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`JSON cannot write ${value}`);
      return numberTree(String(value));
    case "string":
      return stringTree(value);
    case "object":
      if (value === null) return nullTree;
      if ("tree" in value && typeof value.tree === "function") return value.tree() as Tree;
      if (Array.isArray(value)) return arrayTree(value.map(literalTree));
      return objectTree(Object.entries(value).map(([name, member]) => [name, literalTree(member)] as const));
  }
  throw new TypeError(`JSON cannot write a ${typeof value}`);
}
