import { type Tree, arrayTree, objectTree } from "../tree.js";
import { branchOf } from "./choice.js";
import type { Definition, SchemaNode } from "./node.js";

/**
 * Lays the defaults of a schema into a valid instance (rules 15 to 17). The result
 * shares what did not change, and sent members keep their text. It is undefined if
 * the defaults laid in have more characters together than the limit.
 */
export function complete(root: SchemaNode, instance: Tree, limit: number): Tree | undefined {
  const filler = new Filler(undefined, limit);
  const completed = filler.complete([root], instance);
  return filler.left < 0 ? undefined : completed;
}

/** What the compilation of defaults wants to know while they complete each other. */
export interface Building {
  /** Counts a value that is visited; false ends the completion. */
  spend(): boolean;
  /** Completes a default, once. */
  define(node: SchemaNode, filler: Filler): void;
  /** Reports defaults that contain each other. */
  meet(circle: readonly Definition[]): void;
}

/**
 * The schemas that certainly apply to the same instance, in the order of rule 16:
 * behind $ref, then allOf, then the branches of the two choices that it takes.
 */
export function sure(node: SchemaNode, instance?: Tree): SchemaNode[] {
  const list = [...(node.ref ? [node.ref] : []), ...(node.allOf ?? [])];
  if (instance) {
    for (const choice of node.choices()) {
      const branch = branchOf(choice, instance);
      if (branch) list.push(branch);
    }
  }
  return list;
}

/** One completion under way. */
export class Filler {
  /** The defaults that are being laid in, outermost first. */
  readonly under: Definition[] = [];

  constructor(
    private readonly building: Building | undefined,
    /** Characters of defaults that may still be laid in, in a call. */
    public left: number,
  ) {}

  /** Lays into an instance the defaults of schemas that all apply to it. */
  complete(schemas: readonly SchemaNode[], instance: Tree): Tree {
    if (this.building && !this.building.spend()) return instance;
    if (instance.kind !== "object" && instance.kind !== "array") return instance;
    const applied = apply(schemas, instance);
    if (applied.length === 0) return instance;
    return instance.kind === "array" ? this.items(applied, instance) : this.members(applied, instance);
  }

  private items(applied: readonly SchemaNode[], instance: Extract<Tree, { kind: "array" }>): Tree {
    let changed = false;
    const items = instance.items.map((item, i) => {
      const schemas = applied.flatMap((node) => node.prefixItems?.[i] ?? node.items ?? []);
      const filled = this.complete(schemas, item);
      changed ||= filled !== item;
      return filled;
    });
    return changed ? arrayTree(items) : instance;
  }

  private members(applied: readonly SchemaNode[], instance: Extract<Tree, { kind: "object" }>): Tree {
    let changed = false;
    const members = new Map<string, Tree>();
    for (const [name, value] of instance.members) {
      const filled = this.complete(memberSchemas(applied, name), value);
      changed ||= filled !== value;
      members.set(name, filled);
    }
    const done = new Set<string>();
    for (const node of applied) {
      for (const [name, schema] of node.properties) {
        if (!schema.definition || done.has(name) || instance.members.has(name)) continue;
        done.add(name);
        const value = this.fill(schema, schema.definition, memberSchemas(applied, name));
        if (!value) continue;
        changed = true;
        members.set(name, value);
      }
    }
    return changed ? objectTree(members) : instance;
  }

  /** What an omitted property becomes; undefined if its default is being laid in already. */
  private fill(schema: SchemaNode, definition: Definition, all: readonly SchemaNode[]): Tree | undefined {
    const at = this.under.indexOf(definition);
    if (at >= 0) {
      this.building?.meet(this.under.slice(at));
      return undefined;
    }
    this.under.push(definition);
    try {
      if (this.building) this.building.define(schema, this);
      else if ((this.left -= definition.size) < 0) return undefined;
      const value = definition.completed ?? definition.value;
      return all.length > 1 ? this.complete(all, value) : value;
    } finally {
      this.under.pop();
    }
  }
}

/** The schemas that certainly apply to an instance and can add to it. */
function apply(schemas: readonly SchemaNode[], instance: Tree): SchemaNode[] {
  const applied = new Set<SchemaNode>();
  const add = (node: SchemaNode) => {
    if (!node.fills || applied.has(node)) return;
    applied.add(node);
    sure(node, instance).forEach(add);
  };
  schemas.forEach(add);
  return [...applied];
}

/** The schemas that certainly apply to a member by its name. */
function memberSchemas(applied: readonly SchemaNode[], name: string): SchemaNode[] {
  const schemas: SchemaNode[] = [];
  for (const node of applied) {
    const own = node.properties.get(name);
    if (own) schemas.push(own);
    for (const p of node.patternProperties) if (p.schema.fills && p.pattern.matches(name)) schemas.push(p.schema);
    if (node.additionalProperties?.fills && !node.declares(name)) schemas.push(node.additionalProperties);
  }
  return schemas;
}
