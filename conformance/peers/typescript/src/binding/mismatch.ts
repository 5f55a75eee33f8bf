import { Decimal } from "../numbers.js";
import { join } from "../text.js";
import { type Kind, type Tree, at, itemsOf, member, membersOf, textOf } from "../tree.js";
import type { Violation } from "../violation.js";
import { takes } from "./decode.js";
import { jsonType } from "./derive.js";
import type { Type } from "./types.js";

const every: readonly Kind[] = ["boolean", "number", "string", "array", "object"];
const kindOf: Record<string, Kind> = { boolean: "boolean", integer: "number", number: "number", string: "string", array: "array", object: "object", union: "object" };

/**
 * Compares a foreign schema with the parameters it is to fill, and reports what they
 * cannot hold whatever is sent. A place that only some of what the schema admits
 * fits is none: the call then says BINDING_ERROR. Without parameters anything fits.
 */
export function mismatches(schema: Tree, parameters: ReadonlyMap<string, Type<unknown>> | undefined): Violation[] {
  const comparison = new Comparison(schema);
  if (parameters) comparison.record(schema, parameters, "");
  return comparison.faults;
}

class Comparison {
  readonly faults: Violation[] = [];
  private readonly seen = new Map<Tree, Set<unknown>>();
  private readonly admitted = new Map<Tree, readonly Kind[]>();

  private readonly resources = new Map<Tree, Tree>(); // of what stands in one, its root

  constructor(root: Tree) {
    this.enter(root, root);
  }

  /** Notes which resource everything in a schema stands in: a $ref to #… leads to a place in the nearest $id. */
  private enter(tree: Tree, outer: Tree): void {
    const resource = textOf(member(tree, "$id")) === undefined ? outer : tree;
    this.resources.set(tree, resource);
    for (const [, value] of membersOf(tree)) this.enter(value, resource);
    for (const item of itemsOf(tree)) this.enter(item, resource);
  }

  /** Compares a schema of an object, with those behind its $ref and allOf, with fields. */
  record(schema: Tree, fields: ReadonlyMap<string, Type<unknown>>, pointer: string, discriminator?: string): void {
    if (this.met(schema, fields)) return;
    const target = this.target(schema);
    if (target) this.record(target, fields, pointer, discriminator);
    itemsOf(member(schema, "allOf")).forEach((part, i) => this.record(part, fields, join(pointer, "allOf", i), discriminator));
    for (const [name, property] of membersOf(member(schema, "properties"))) {
      const here = join(pointer, "properties", name);
      const type = fields.get(name);
      if (name === discriminator) continue;
      if (!type) this.faults.push({ pointer: here, keyword: "properties", message: `the schema has the property ${JSON.stringify(name)} and there is no field for it: add one, or take it out` });
      else if (type.inject?.opaque) this.faults.push({ pointer: here, keyword: "inject", message: `the parameter ${JSON.stringify(name)} is opaque and in no schema: take it out there` });
      else this.place(property, type, here);
    }
  }

  private met(schema: Tree, other: unknown): boolean {
    const known = this.seen.get(schema);
    if (known?.has(other)) return true;
    if (known) known.add(other);
    else this.seen.set(schema, new Set([other]));
    return false;
  }

  private place(schema: Tree, whole: Type<unknown>, pointer: string): void {
    const type = whole.form.kind === "nullable" ? whole.form.elem : whole;
    const want = kindOf[jsonType(type.form)];
    if (schema.kind !== "object" || want === undefined || this.met(schema, type.form)) return;
    if (this.values(schema, whole, pointer)) return;
    if (this.admits(schema, want, pointer)) this.below(schema, type, pointer);
  }

  /** Whether a schema may admit a value of the kind that is held there; it is a fault if not. */
  private admits(schema: Tree, want: Kind, pointer: string): boolean {
    const admitted = this.kinds(schema);
    if (admitted.length === 0 || admitted.includes(want)) return true;
    this.faults.push({ pointer, keyword: "type", message: `the schema admits ${admitted.join(" or ")} here and the native type holds ${want}: change one of them` });
    return false;
  }

  /** Compares what a schema, with those behind its $ref and allOf, says of members and items. */
  private below(schema: Tree, type: Type<unknown>, pointer: string): void {
    const { form } = type;
    if (form.kind === "model") return this.record(schema, form.fields(), pointer);
    const target = this.target(schema);
    if (target) this.place(target, type, pointer);
    itemsOf(member(schema, "allOf")).forEach((part, i) => this.place(part, type, join(pointer, "allOf", i)));
    if (form.kind === "map" || form.kind === "intmap") {
      for (const [name, property] of membersOf(member(schema, "properties"))) this.place(property, form.elem, join(pointer, "properties", name));
      const rest = member(schema, "additionalProperties");
      if (rest) this.place(rest, form.elem, join(pointer, "additionalProperties"));
    }
    const items = member(schema, "items");
    if (items && (form.kind === "list" || form.kind === "array" || form.kind === "variadic")) this.place(items, form.elem, join(pointer, "items"));
  }

  /** Compares what a schema says of the value itself with what the type takes; whether it found a fault. */
  private values(schema: Tree, whole: Type<unknown>, pointer: string): boolean {
    const before = this.faults.length;
    const refuse = (keyword: string, message: string) => this.faults.push({ pointer: join(pointer, keyword), keyword, message: `${message}: change one of them` });
    const { form } = whole.form.kind === "nullable" ? whole.form.elem : whole;
    for (const keyword of ["default", "const"]) {
      const value = member(schema, keyword);
      if (value && !takes(whole, value)) refuse(keyword, "the native type does not take this value");
    }
    const list = itemsOf(member(schema, "enum"));
    if (list.length > 0 && !list.some((value) => takes(whole, value))) refuse("enum", "the native type takes none of these values");
    if (textOf(member(schema, "type")) === "null" && whole.form.kind !== "nullable") refuse("type", "the schema admits null alone here, which the native type does not take");
    const beyond = (keyword: string, bound: Decimal, sign: number) => {
      const value = member(schema, keyword);
      if (value?.kind === "number" && Decimal.parse(value.token).compare(bound) * sign > 0) refuse(keyword, `the native type has the bound ${bound}`);
    };
    if (form.kind === "integer") {
      for (const keyword of ["minimum", "exclusiveMinimum"]) beyond(keyword, Decimal.of(form.max), 1);
      for (const keyword of ["maximum", "exclusiveMaximum"]) beyond(keyword, Decimal.of(form.min), -1);
    }
    if (form.kind === "array") {
      beyond("minItems", Decimal.of(form.length), 1);
      beyond("maxItems", Decimal.of(form.length), -1);
    }
    return this.faults.length > before;
  }

  /** What a $ref within the schema's own resource leads to. */
  private target(schema: Tree): Tree | undefined {
    const reference = textOf(member(schema, "$ref"));
    if (reference === undefined || !reference.startsWith("#")) return undefined;
    try {
      return at(this.resources.get(schema)!, decodeURIComponent(reference.slice(1)));
    } catch {
      return undefined;
    }
  }

  /** The types that a schema may admit, null left out: more rather than fewer. */
  private kinds(schema: Tree): readonly Kind[] {
    if (schema.kind !== "object") return every;
    const known = this.admitted.get(schema);
    if (known) return known;
    this.admitted.set(schema, every);
    const type = member(schema, "type");
    const value = member(schema, "const");
    const list = member(schema, "enum");
    let kinds: readonly Kind[] = type ? [type, ...itemsOf(type)].flatMap((t) => kindOf[textOf(t) ?? ""] ?? []) : every;
    if (value) kinds = kinds.filter((k) => k === value.kind);
    if (list) kinds = kinds.filter((k) => itemsOf(list).some((v) => v.kind === k));
    const target = this.target(schema);
    for (const part of [...(target ? [target] : []), ...itemsOf(member(schema, "allOf"))]) {
      const admitted = this.kinds(part);
      kinds = kinds.filter((k) => admitted.includes(k));
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = member(schema, keyword);
      if (!branches) continue;
      const admitted = new Set(itemsOf(branches).flatMap((part) => this.kinds(part)));
      kinds = kinds.filter((k) => admitted.has(k));
    }
    this.admitted.set(schema, kinds);
    return kinds;
  }
}
