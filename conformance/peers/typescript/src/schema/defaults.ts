import type { Program } from "../judge/program.js";
import { join, quote } from "../text.js";
import { type Tree, compact, itemsOf, member, membersOf, objectTree, write } from "../tree.js";
import { type Violation, normalize } from "../violation.js";
import { base } from "./builder.js";
import { type Building, Filler, sure } from "./fill.js";
import type { Definition, SchemaNode } from "./node.js";

/** How many values a default has at most once it is completed: as many as arguments have. */
const largest = 1_000_000;
const applications = 1_000_000;

/**
 * Checks that every default is valid as written, finds which one fills each place
 * (rule 16), and completes it by its own nested defaults; a completion that meets
 * itself is a fault (rule 17). Defaults that are faulty fill nothing.
 */
export function compileDefaults(program: Program, nodes: readonly SchemaNode[]): Violation[] {
  const defaults = new Defaults(program, nodes);
  defaults.judge();
  do defaults.assign();
  while (defaults.complete());
  return normalize(defaults.faults).violations;
}

class Defaults implements Building {
  readonly faults: Violation[] = [];
  private readonly faulty = new Set<SchemaNode>();
  private owners = new Map<SchemaNode, SchemaNode | undefined>();
  private sizes = new Map<Tree, number>();
  private left = 10 * largest;

  constructor(
    private readonly program: Program,
    private readonly nodes: readonly SchemaNode[],
  ) {}

  judge(): void {
    for (const node of this.nodes) {
      const value = member(node.source, "default");
      if (!value || node.resource.document !== base) continue;
      const [first] = this.program.judge(node, value, { applications, violations: 1 }).violations;
      if (!first) continue;
      const where = first.pointer === "" ? "" : ` at ${quote(first.pointer)}`;
      this.refuse(node, `this default is not valid${where}: ${first.message}`);
    }
  }

  private refuse(owner: SchemaNode, message: string): void {
    if (this.faulty.has(owner)) return;
    this.faulty.add(owner);
    this.faults.push({ pointer: join(owner.pointer, "default"), keyword: "default", message });
  }

  /** Gives every place its default. */
  assign(): void {
    this.owners = new Map();
    this.sizes = new Map();
    const leads = new Map<SchemaNode, SchemaNode[]>(); // from a schema to those that fill if it does
    for (const node of this.nodes) {
      const owner = this.owner(node);
      node.fills = false;
      node.definition = owner && { value: compact(member(owner.source, "default")!), owner, completed: undefined, size: 0 };
      for (const to of places(node)) leads.set(to, [...(leads.get(to) ?? []), node]);
    }
    const found = this.nodes.filter((node) => [...node.properties.values()].some((p) => p.definition));
    for (const node of found) node.fills = true;
    for (let node = found.pop(); node; node = found.pop()) {
      for (const from of leads.get(node) ?? []) {
        if (from.fills) continue;
        from.fills = true;
        found.push(from);
      }
    }
  }

  /** The schema whose default is that of the place: its own, else behind $ref, else allOf in order, else the nullable choice. */
  private owner(node: SchemaNode): SchemaNode | undefined {
    if (this.owners.has(node)) return this.owners.get(node);
    let owner: SchemaNode | undefined;
    if (member(node.source, "default") && !this.faulty.has(node) && node.resource.document === base) owner = node;
    const nullables = node.choices().flatMap((c) => (c.kind === "nullable" ? [c.schema] : []));
    for (const next of [...sure(node), ...nullables]) owner ??= this.owner(next);
    this.owners.set(node, owner);
    return owner;
  }

  /** Completes every default, and every schema that fills as if {} were sent; whether there was a fault. */
  complete(): boolean {
    const before = this.faults.length;
    for (const node of this.nodes) {
      const filler = new Filler(this, Infinity);
      if (node.definition) {
        filler.under.push(node.definition);
        this.define(node, filler);
      } else if (node.fills) filler.complete([node], objectTree([]));
    }
    if (this.left < 0) {
      this.faults.push({ pointer: "", keyword: "default", message: "the defaults of this schema complete each other to too many values: make them smaller" });
      for (const node of this.nodes) {
        node.definition = undefined;
        node.fills = false;
      }
      return false;
    }
    return this.faults.length > before;
  }

  spend(): boolean {
    return --this.left >= 0;
  }

  define(node: SchemaNode, filler: Filler): void {
    const definition = node.definition!;
    if (definition.completed) return;
    const completed = filler.complete([node], definition.value);
    if (this.size(completed) > largest) {
      this.refuse(definition.owner, "completed by the defaults within it, this default has more than 1,000,000 values: make it smaller");
      definition.completed = definition.value;
      return;
    }
    definition.completed = completed;
    definition.size = Buffer.byteLength(write(completed));
  }

  meet(circle: readonly Definition[]): void {
    for (const definition of circle) {
      this.refuse(definition.owner, "this default, completed by the defaults within it, contains itself: give the inner member explicitly");
    }
  }

  /** How many values a tree has when it is written out; its parts may be shared, so each is counted once. */
  private size(tree: Tree): number {
    const known = this.sizes.get(tree);
    if (known !== undefined) return known;
    let size = 1;
    for (const item of itemsOf(tree)) size = Math.min(size + this.size(item), largest + 1);
    for (const [, value] of membersOf(tree)) size = Math.min(size + this.size(value), largest + 1);
    this.sizes.set(tree, size);
    return size;
  }
}

/** The schemas that one certainly applies to its instance, to a member or to an item of it. */
function places(node: SchemaNode): SchemaNode[] {
  const list = [...sure(node), ...(node.prefixItems ?? [])];
  for (const choice of node.choices()) list.push(...(choice.kind === "nullable" ? [choice.schema] : choice.branches));
  list.push(...node.properties.values(), ...node.patternProperties.map((p) => p.schema));
  for (const one of [node.additionalProperties, node.items]) if (one) list.push(one);
  return list;
}
