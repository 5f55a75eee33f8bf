import { isIntegral } from "../numbers.js";
import type { Tree } from "../tree.js";
import type { Place } from "./certain.js";
import type { SchemaNode } from "./node.js";

/** A set of types: one bit for each. The bit of number stands for numbers that are no integers. */
export type Kinds = number;

export const kind = { null: 1, boolean: 2, integer: 4, number: 8, string: 16, array: 32, object: 64 } as const;
export const anyKind: Kinds = 127;

export function kindOf(value: Tree): Kinds {
  return value.kind === "number" && isIntegral(value.token) ? kind.integer : kind[value.kind];
}

/**
 * Which types can satisfy a schema at most: what type, const and enum say, through
 * $ref and allOf, and of anyOf and oneOf what any branch says. A type that is left
 * out is refused; one that is there need not be accepted.
 */
export class KindTable {
  private readonly known = new Map<SchemaNode, Kinds>();

  /** The types that can stand at a place at most. */
  at(place: Place): Kinds {
    return place.reduce((kinds, node) => kinds & this.of(node), anyKind);
  }

  /** References that lead in a circle within one instance have been refused. */
  private of(node: SchemaNode): Kinds {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    let kinds = node.isFalse ? 0 : anyKind;
    if (node.types) kinds &= union(node.types, (type) => kind[type as keyof typeof kind] | (type === "number" ? kind.integer : 0));
    if (node.constant) kinds &= kindOf(node.constant);
    if (node.enumeration) kinds &= union(node.enumeration, kindOf);
    if (node.ref) kinds &= this.of(node.ref);
    for (const part of node.allOf ?? []) kinds &= this.of(part);
    for (const branches of [node.anyOf, node.oneOf]) if (branches) kinds &= union(branches, (branch) => this.of(branch));
    this.known.set(node, kinds);
    return kinds;
  }
}

function union<T>(list: readonly T[], kindsOf: (value: T) => Kinds): Kinds {
  return list.reduce((kinds, value) => kinds | kindsOf(value), 0);
}
