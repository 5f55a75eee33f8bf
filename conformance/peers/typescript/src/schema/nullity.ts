import type { Resource, SchemaNode } from "./node.js";

/** What the dynamic anchors mean on the way to a schema. */
type Scope = ReadonlyMap<string, SchemaNode>;

/**
 * Whether null satisfies a schema. Ajv would have to compile every schema that a
 * repair asks about, and that in the midst of a call; of null alone few keywords say
 * anything. Where a $dynamicRef depends on the way to it, no answer is remembered.
 */
export class Nullity {
  private readonly known = new Map<SchemaNode, boolean>();

  constructor(private readonly dynamic: boolean) {}

  /** spend is called for every schema object that is judged, and may throw. */
  admits(node: SchemaNode, spend: () => void, scope: Scope = new Map()): boolean {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    spend();
    const admits = this.judge(node, spend, this.dynamic ? enter(scope, node.resource) : scope);
    if (!this.dynamic) this.known.set(node, admits);
    return admits;
  }

  private judge(node: SchemaNode, spend: () => void, scope: Scope): boolean {
    if (node.boolean !== undefined) return node.boolean;
    const holds = (other: SchemaNode) => this.admits(other, spend, scope);
    if (node.types && !node.types.includes("null")) return false;
    if (node.constant && node.constant.kind !== "null") return false;
    if (node.enumeration && !node.enumeration.some((v) => v.kind === "null")) return false;
    if (node.ref && !holds(node.ref)) return false;
    if (node.dynamicRef) {
      const { initial, anchor } = node.dynamicRef;
      if (!holds((anchor === undefined ? undefined : scope.get(anchor)) ?? initial)) return false;
    }
    if (node.allOf && !node.allOf.every(holds)) return false;
    if (node.anyOf && !node.anyOf.some(holds)) return false;
    if (node.oneOf && node.oneOf.filter(holds).length !== 1) return false;
    if (node.not && holds(node.not)) return false;
    const rest = node.if && (holds(node.if) ? node.then : node.else);
    return !rest || holds(rest);
  }
}

/** The outermost resource that has an anchor decides what it means. */
function enter(scope: Scope, resource: Resource): Scope {
  return resource.dynamic.size === 0 ? scope : new Map([...resource.dynamic, ...scope]);
}
