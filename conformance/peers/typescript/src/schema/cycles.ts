import { join } from "../text.js";
import type { Violation } from "../violation.js";
import type { SchemaNode } from "./node.js";

/**
 * Reports every reference that leads back to itself through applicators that stay
 * at the same instance, so that judging it would not end.
 */
export function cycleFaults(nodes: readonly SchemaNode[]): Violation[] {
  const component = components(nodes);
  const faults: Violation[] = [];
  for (const node of nodes) {
    for (const [keyword, target] of [["$ref", node.ref], ["$dynamicRef", node.dynamicRef?.initial]] as const) {
      if (target && component.get(node) === component.get(target)) {
        faults.push({
          pointer: join(node.pointer, keyword), keyword,
          message: "this reference leads back to itself without going into the instance: judging it would not end",
        });
      }
    }
  }
  return faults;
}

/**
 * Numbers the strongly connected components of the graph of schemas at one instance
 * (Tarjan), without recursion.
 */
function components(nodes: readonly SchemaNode[]): Map<SchemaNode, number> {
  const component = new Map<SchemaNode, number>();
  const index = new Map<SchemaNode, number>();
  const low = new Map<SchemaNode, number>();
  const stack: SchemaNode[] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const path: { node: SchemaNode; targets: SchemaNode[]; next: number }[] = [];
    const visit = (node: SchemaNode) => {
      index.set(node, index.size);
      low.set(node, index.get(node)!);
      stack.push(node);
      path.push({ node, targets: node.inPlace(), next: 0 });
    };
    visit(root);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const target = top.targets[top.next++];
      if (target) {
        if (!index.has(target)) visit(target);
        else if (!component.has(target)) low.set(top.node, Math.min(low.get(top.node)!, index.get(target)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent) low.set(parent.node, Math.min(low.get(parent.node)!, low.get(top.node)!));
      if (low.get(top.node) !== index.get(top.node)) continue;
      let member: SchemaNode;
      do component.set((member = stack.pop()!), index.get(top.node)!);
      while (member !== top.node);
    }
  }
  return component;
}
