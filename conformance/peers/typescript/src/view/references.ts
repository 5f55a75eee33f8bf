import { resolveURI } from "../uri.js";

import { join } from "../text.js";
import { type Tree, at, itemsOf, member, membersOf, textOf } from "../tree.js";

const base = "fscheck:///schema";

export interface PlacedReference {
  /** Pointer of the schema object it stands in. */
  readonly at: string;
  readonly keyword: "$ref" | "$dynamicRef";
  readonly to: string;
  readonly base: string;
  /** Pointers; none if it leads out of the document. */
  targets: string[];
}

/** Where the references of a schema stand and where they lead. */
export class References {
  readonly list: PlacedReference[] = [];
  private readonly resources = new Map([[base, ""]]);
  private readonly anchors = new Map<string, string>();
  private readonly dynamic = new Map<string, string[]>();
  private readonly visited = new Set<string>();

  constructor(private readonly root: Tree) {
    this.add(root, "", base);
    // A reference may lead under a keyword that holds no schema by itself, and to
    // further references there: the list grows as it is read.
    for (let i = 0; i < this.list.length; i++) {
      const reference = this.list[i]!;
      reference.targets = this.resolve(reference);
      for (const target of reference.targets) {
        const tree = at(root, target);
        if (tree) this.add(tree, target, reference.base);
      }
    }
  }

  standingIn(pointer: string): PlacedReference[] {
    return this.list.filter((r) => r.at === pointer);
  }

  /** Whether any reference leads to a place below a pointer. */
  leadsInto(pointer: string): boolean {
    return this.list.some((r) => r.targets.some((t) => t.startsWith(pointer + "/")));
  }

  private add(schema: Tree, pointer: string, outer: string): void {
    if (schema.kind !== "object" || this.visited.has(pointer)) return;
    this.visited.add(pointer);
    let address = outer;
    const id = textOf(member(schema, "$id"))?.split("#")[0]; // an $id of nothing makes no resource
    if (id) {
      address = resolveURI(outer, id) ?? outer; // builder.ts refuses what is none
      this.resources.set(address, pointer);
    }
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = textOf(member(schema, keyword));
      if (name === undefined) continue;
      this.anchors.set(`${address}#${name}`, pointer);
      if (keyword === "$dynamicAnchor") this.dynamic.set(name, [...(this.dynamic.get(name) ?? []), pointer]);
    }
    for (const keyword of ["$ref", "$dynamicRef"] as const) {
      const to = textOf(member(schema, keyword));
      if (to !== undefined) this.list.push({ at: pointer, keyword, to, base: address, targets: [] });
    }
    eachSchema(schema, pointer, (child, below) => this.add(child, below, address));
  }

  /** Where a reference leads: for $dynamicRef every place it may lead to. */
  private resolve({ keyword, to, base: from }: PlacedReference): string[] {
    const [path = "", encoded = ""] = to.split("#");
    const address = path === "" ? from : (resolveURI(from, path) ?? "");
    let fragment = encoded;
    try {
      fragment = decodeURIComponent(encoded);
    } catch {
      return [];
    }
    const targets = keyword === "$dynamicRef" ? [...(this.dynamic.get(fragment) ?? [])] : [];
    if (fragment !== "" && fragment[0] !== "/") {
      const anchor = this.anchors.get(`${address}#${fragment}`);
      return anchor === undefined ? targets : [...targets, anchor];
    }
    const resource = this.resources.get(address);
    if (resource !== undefined && at(this.root, resource + fragment)) targets.push(resource + fragment);
    return targets;
  }
}

/** Visits the schemas directly below a schema object, those of older drafts included. */
export function eachSchema(schema: Tree, pointer: string, visit: (child: Tree, pointer: string) => void): void {
  for (const [keyword, value] of membersOf(schema)) {
    const here = join(pointer, keyword);
    switch (keyword) {
      case "properties":
      case "patternProperties":
      case "$defs":
      case "definitions":
      case "dependentSchemas":
      case "dependencies":
        for (const [name, child] of membersOf(value)) visit(child, join(here, name));
        break;
      case "allOf":
      case "anyOf":
      case "oneOf":
      case "prefixItems":
      case "items":
        if (value.kind === "array") itemsOf(value).forEach((child, i) => visit(child, join(here, i)));
        else visit(value, here);
        break;
      case "additionalProperties":
      case "unevaluatedProperties":
      case "unevaluatedItems":
      case "contains":
      case "propertyNames":
      case "not":
      case "if":
      case "then":
      case "else":
      case "contentSchema":
      case "additionalItems":
        visit(value, here);
    }
  }
}
