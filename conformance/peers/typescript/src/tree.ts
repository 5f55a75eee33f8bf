import { Decimal } from "./numbers.js";
import { compareText, tokens } from "./text.js";

/**
 * A JSON value as it was written: members keep their order, whatever their names
 * are, and numbers keep their token. JSON.parse loses both. Trees are never changed.
 */
export type Tree =
  | { readonly kind: "null"; readonly raw: string | undefined }
  | { readonly kind: "boolean"; readonly value: boolean; readonly raw: string | undefined }
  | { readonly kind: "number"; readonly token: string; readonly raw: string | undefined }
  | { readonly kind: "string"; readonly text: string; readonly raw: string | undefined }
  | { readonly kind: "array"; readonly items: readonly Tree[]; readonly raw: string | undefined }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Tree>; readonly raw: string | undefined };

export type Kind = Tree["kind"];
export type ObjectTree = Extract<Tree, { kind: "object" }>;
export type ArrayTree = Extract<Tree, { kind: "array" }>;

export const nullTree: Tree = { kind: "null", raw: "null" };

export function booleanTree(value: boolean): Tree {
  return { kind: "boolean", value, raw: undefined };
}

export function numberTree(token: string | number | bigint): Tree {
  return { kind: "number", token: String(token), raw: undefined };
}

export function stringTree(text: string): Tree {
  return { kind: "string", text, raw: undefined };
}

export function arrayTree(items: readonly Tree[]): Tree {
  return { kind: "array", items, raw: undefined };
}

export function objectTree(members: ReadonlyMap<string, Tree> | readonly (readonly [string, Tree])[]): ObjectTree {
  return { kind: "object", members: members instanceof Map ? members : new Map(members), raw: undefined };
}

/** The member of an object, or undefined. */
export function member(tree: Tree | undefined, name: string): Tree | undefined {
  return tree?.kind === "object" ? tree.members.get(name) : undefined;
}

/** The text of a string, or undefined. */
export function textOf(tree: Tree | undefined): string | undefined {
  return tree?.kind === "string" ? tree.text : undefined;
}

/** The items of an array; none of anything else. */
export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  return tree?.kind === "array" ? tree.items : [];
}

/** The members of an object; none of anything else. */
export function membersOf(tree: Tree | undefined): Iterable<[string, Tree]> {
  return tree?.kind === "object" ? tree.members : [];
}

/** The value at a JSON Pointer, or undefined. */
export function at(tree: Tree | undefined, pointer: string): Tree | undefined {
  if (pointer !== "" && pointer[0] !== "/") return undefined;
  for (const token of tokens(pointer)) {
    if (tree?.kind === "object") tree = tree.members.get(token);
    else if (tree?.kind === "array" && /^(0|[1-9][0-9]*)$/.test(token)) tree = tree.items[Number(token)];
    else return undefined;
  }
  return tree;
}

/** An object without some members. */
export function without(tree: ObjectTree, names: readonly string[]): ObjectTree {
  if (!names.some((name) => tree.members.has(name))) return tree;
  return objectTree([...tree.members].filter(([name]) => !names.includes(name)));
}

/** The JSON text of a tree; parts that were read keep their bytes. */
export function write(tree: Tree): string {
  if (tree.raw !== undefined) return tree.raw;
  switch (tree.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(tree.value);
    case "number":
      return tree.token;
    case "string":
      return JSON.stringify(tree.text);
    case "array":
      return `[${tree.items.map(write).join(",")}]`;
    case "object": {
      const parts = [];
      for (const [name, value] of tree.members) parts.push(`${JSON.stringify(name)}:${write(value)}`);
      return `{${parts.join(",")}}`;
    }
  }
}

/** A tree that is written without the white space it was read with. */
export function compact(tree: Tree): Tree {
  switch (tree.kind) {
    case "array":
      return arrayTree(tree.items.map(compact));
    case "object":
      return objectTree(new Map([...tree.members].map(([name, value]) => [name, compact(value)])));
    default:
      return tree;
  }
}

/**
 * The one text that all spellings of a value share (rule 30): members sorted by
 * the UTF-8 bytes of their names, strings with the escapes of RFC 8785, numbers by
 * their exact value.
 */
export function canonical(tree: Tree): string {
  switch (tree.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(tree.value);
    case "number":
      return Decimal.parse(tree.token).toString();
    case "string":
      return JSON.stringify(tree.text);
    case "array":
      return `[${tree.items.map(canonical).join(",")}]`;
    case "object": {
      const names = [...tree.members.keys()].sort(compareText);
      return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(tree.members.get(name)!)}`).join(",")}}`;
    }
  }
}
