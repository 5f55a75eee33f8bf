import type { ObjectTree, Tree } from "../tree.js";
import { sure } from "./fill.js";
import type { Assertion, SchemaNode } from "./node.js";

/** Where a value stands, or could stand: the schemas that certainly apply there by rule 16. Of none, anything may stand there. */
export type Place = readonly SchemaNode[];

/** What certainly applies to one value: the schemas of its place, and what they apply to the same value through $ref, allOf and the choices of rule 13. */
export class Certain {
  /** Each once, in the order of rule 16. */
  private readonly schemas = new Set<SchemaNode>();
  /** In the order in which they are required. */
  private names: Set<string> | undefined;

  /** spend is asked for every schema; once it is false, what is left stays out. */
  constructor(place: Place, instance: Tree, spend: () => boolean) {
    const add = (node: SchemaNode) => {
      if (this.schemas.has(node) || !spend()) return;
      this.schemas.add(node);
      sure(node, instance).forEach(add);
    };
    place.forEach(add);
  }

  /** The place of a member by its name, whether it is there or not. */
  member(name: string): Place {
    const place: SchemaNode[] = [];
    for (const node of this.schemas) {
      const own = node.properties.get(name);
      if (own) place.push(own);
      for (const p of node.patternProperties) if (p.pattern.matches(name)) place.push(p.schema);
      if (node.additionalProperties && !node.declares(name)) place.push(node.additionalProperties);
    }
    return place;
  }

  item(i: number): Place {
    const place: SchemaNode[] = [];
    for (const node of this.schemas) {
      const item = node.prefixItems?.[i] ?? node.items;
      if (item) place.push(item);
    }
    return place;
  }

  /** Whether a property of this name is declared. */
  declares(name: string): boolean {
    for (const node of this.schemas) if (node.properties.has(name)) return true;
    return false;
  }

  requires(name: string): boolean {
    return this.required().has(name);
  }

  /** The required names that an object lacks. */
  missing({ members }: ObjectTree): string[] {
    return [...this.required()].filter((name) => !members.has(name));
  }

  /** Whether binding depends on an assertion there. */
  asserts(assertion: Assertion): boolean {
    for (const node of this.schemas) if (node.assertion === assertion) return true;
    return false;
  }

  private required(): ReadonlySet<string> {
    if (this.names) return this.names;
    this.names = new Set();
    for (const node of this.schemas) for (const name of node.required) this.names.add(name);
    return this.names;
  }
}
