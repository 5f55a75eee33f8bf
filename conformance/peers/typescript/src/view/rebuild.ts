import { join } from "../text.js";
import { type Tree, arrayTree, objectTree, stringTree } from "../tree.js";

/**
 * Copies a tree without the places that are gone, with other counts and with notes.
 * Parts that nothing touches are the same trees as before.
 */
export function rebuild(root: Tree, gone: ReadonlySet<string>, counts: ReadonlyMap<string, Tree>, notes: ReadonlyMap<Tree, string>): Tree {
  if (gone.size === 0 && counts.size === 0 && notes.size === 0) return root;
  const value = (tree: Tree, pointer: string): Tree => {
    if (tree.kind === "number") return counts.get(pointer) ?? tree;
    if (tree.kind === "array") {
      const kept = tree.items.flatMap((item, i) => (gone.has(join(pointer, i)) ? [] : [value(item, join(pointer, i))]));
      return kept.length === tree.items.length && kept.every((item, i) => item === tree.items[i]) ? tree : arrayTree(kept);
    }
    if (tree.kind !== "object") return tree;
    let same = true;
    const members: [string, Tree][] = [];
    for (const [name, before] of tree.members) {
      const here = join(pointer, name);
      const after = gone.has(here) ? undefined : value(before, here);
      same &&= after === before;
      if (after) members.push([name, after]);
    }
    const note = notes.get(tree);
    if (note !== undefined) return objectTree(described(members, note));
    return same ? tree : objectTree(members);
  };
  return value(root, "");
}

/** Adds a note to the description; a schema without one gets it behind its type. */
function described(members: [string, Tree][], note: string): [string, Tree][] {
  const at = members.findIndex(([name]) => name === "description");
  if (at >= 0) {
    const [, before] = members[at]!;
    if (before.kind === "string") members[at] = ["description", stringTree(before.text === "" ? note : `${before.text} ${note}`)];
    return members;
  }
  members.splice(members.findIndex(([name]) => name === "type") + 1, 0, ["description", stringTree(note)]);
  return members;
}
