import { type Tree, canonical, member, membersOf } from "../tree.js";
import type { Choice, SchemaNode } from "./node.js";
import { isKeyword } from "./vocabulary.js";

/** Finds the two transparent choices of rule 13 among all anyOf and oneOf. */
export function assignChoices(nodes: readonly SchemaNode[]): void {
  for (const node of nodes) {
    node.anyChoice = choiceOf(node.anyOf);
    node.oneChoice = choiceOf(node.oneOf);
  }
}

function choiceOf(branches: readonly SchemaNode[] | undefined): Choice | undefined {
  if (!branches || branches.length === 0) return undefined;
  const [first, second] = branches as [SchemaNode, SchemaNode | undefined];
  if (branches.length === 2 && second) {
    if (isNullType(second)) return { kind: "nullable", schema: first };
    if (isNullType(first)) return { kind: "nullable", schema: second };
  }
  for (const property of declared(first)?.required ?? []) {
    const values = discriminators(branches, property);
    if (values) return { kind: "discriminated", property, values, branches };
  }
  return undefined;
}

/** Whether a schema is {"type":"null"}, beside annotations. */
function isNullType(node: SchemaNode): boolean {
  if (node.types?.length !== 1 || node.types[0] !== "null") return false;
  for (const [name] of membersOf(node.source)) if (name !== "type" && (isKeyword.has(name) || name === "$ref")) return false;
  return true;
}

/** The schema that says type object itself: this one, or what its references lead to. */
function declared(node: SchemaNode | undefined): SchemaNode | undefined {
  for (; node; node = node.ref) if (node.types?.length === 1 && node.types[0] === "object") return node;
  return undefined;
}

/** The distinct values by which a property tells the branches apart, or undefined. */
function discriminators(branches: readonly SchemaNode[], property: string): Tree[] | undefined {
  const values = new Map<string, Tree>();
  for (const branch of branches) {
    const object = declared(branch);
    const schema = object?.properties.get(property);
    if (!object?.required.includes(property) || !schema) return undefined;
    const value = schema.constant ?? (schema.enumeration?.length === 1 ? schema.enumeration[0] : undefined);
    if (!value || values.has(canonical(value))) return undefined;
    values.set(canonical(value), value);
  }
  return [...values.values()];
}

/** The schema that judges an instance alone, or undefined: then there is none. */
export function branchOf(choice: Choice, instance: Tree): SchemaNode | undefined {
  if (choice.kind === "nullable") return instance.kind === "null" ? undefined : choice.schema;
  const value = member(instance, choice.property);
  if (!value) return undefined;
  const text = canonical(value);
  return choice.branches[choice.values.findIndex((v) => canonical(v) === text)];
}
