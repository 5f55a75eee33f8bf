import { Decimal } from "../numbers.js";
import { join } from "../text.js";
import { type Kind, type Tree, itemsOf, member, membersOf, textOf } from "../tree.js";
import type { Violation } from "../violation.js";
import { takes } from "./decode.js";
import { jsonType } from "./derive.js";
import type { Type } from "./types.js";

const every: readonly Kind[] = ["boolean", "number", "string", "array", "object"];
const kindOf: Record<string, Kind> = { boolean: "boolean", integer: "number", number: "number", string: "string", array: "array", object: "object", union: "object" };

/** Room for the faults that are written out: each counts as its pointer's length and 100. */
const most = 1_000_000;

/**
 * Compares a foreign schema with the parameters it is to fill, and reports what they
 * cannot hold whatever is sent. A place that only some of what the schema admits
 * fits is none: the call then says BINDING_ERROR. Without parameters anything fits.
 * What is behind a $ref, of which targets says where it leads, is reported at every
 * place that refers to it.
 */
export function mismatches(schema: Tree, targets: ReadonlyMap<Tree, Tree>, parameters: ReadonlyMap<string, Type<unknown>> | undefined): Violation[] {
  const comparison = new Comparison(targets);
  if (parameters) comparison.parameters(schema, parameters, "");
  return written(comparison.now);
}

/** What comparing one schema with one type found, relative to the place where they met: that it can be said again at the next one. */
interface Said {
  readonly own: Violation[];
  /** What was found below, where anything was. */
  readonly parts: { readonly pointer: string; readonly said: Said }[];
  done: boolean;
}

/** Writes out what was said. What references double at each of many levels would be said at more places than there is room for. */
function written(root: Said): Violation[] {
  const faults: Violation[] = [];
  const stack = [{ pointer: "", said: root }];
  for (let room = most; ; ) {
    const next = stack.pop();
    if (!next) return faults;
    for (const fault of next.said.own) {
      const pointer = next.pointer + fault.pointer;
      if ((room -= 100 + pointer.length) < 0) return faults;
      faults.push({ ...fault, pointer });
    }
    for (const part of [...next.said.parts].reverse()) stack.push({ pointer: next.pointer + part.pointer, said: part.said });
  }
}

class Comparison {
  /** Of what is being compared. */
  now: Said = { own: [], parts: [], done: false };
  /** By the schema and by what it is compared with; the second of what takes null. */
  private readonly said = [new Map<Tree, Map<unknown, Said>>(), new Map<Tree, Map<unknown, Said>>()] as const;
  private readonly admitted = new Map<Tree, readonly Kind[]>();

  constructor(private readonly targets: ReadonlyMap<Tree, Tree>) {}

  /** Compares a root, with the schemas behind its $ref and allOf, with the parameters: an object in any case. */
  parameters(schema: Tree, fields: ReadonlyMap<string, Type<unknown>>, pointer: string): void {
    if (schema.kind !== "object") return;
    this.once(schema, fields, false, pointer, () => {
      this.beside(schema, (part, below) => this.parameters(part, fields, below));
      this.members(schema, fields);
    });
  }

  /**
   * Compares unless that has been done, and says at a place what was found. What is
   * met again within itself says nothing there: it would say the same of ever deeper
   * places.
   */
  private once(schema: Tree, other: unknown, nullable: boolean, pointer: string, compare: () => void): void {
    const known = this.said[nullable ? 1 : 0];
    let others = known.get(schema);
    if (!others) known.set(schema, (others = new Map()));
    let said = others.get(other);
    if (!said) {
      others.set(other, (said = { own: [], parts: [], done: false }));
      const outer = this.now;
      this.now = said;
      compare();
      this.now = outer;
      said.done = true;
    }
    if (said.done && said.own.length + said.parts.length > 0) this.now.parts.push({ pointer, said });
  }

  /** Visits the schemas behind $ref and in allOf. */
  private beside(schema: Tree, compare: (part: Tree, pointer: string) => void): void {
    const target = this.targets.get(schema);
    if (target) compare(target, "");
    itemsOf(member(schema, "allOf")).forEach((part, i) => compare(part, join("", "allOf", i)));
  }

  private members(schema: Tree, fields: ReadonlyMap<string, Type<unknown>>): void {
    for (const [name, property] of membersOf(member(schema, "properties"))) {
      const pointer = join("", "properties", name);
      const type = fields.get(name);
      if (!type) this.now.own.push({ pointer, keyword: "properties", message: `the schema has the property ${JSON.stringify(name)} and there is no field for it: add one, or take it out` });
      else if (type.inject?.opaque) this.now.own.push({ pointer, keyword: "inject", message: `the parameter ${JSON.stringify(name)} is opaque and in no schema: take it out there` });
      else this.place(property, type, pointer);
    }
  }

  private place(schema: Tree, whole: Type<unknown>, pointer: string): void {
    const nullable = whole.form.kind === "nullable";
    const type = whole.form.kind === "nullable" ? whole.form.elem : whole;
    const want = kindOf[jsonType(type.form)];
    if (schema.kind !== "object" || want === undefined) return;
    this.once(schema, type.form, nullable, pointer, () => {
      if (this.values(schema, whole) || !this.admits(schema, want)) return;
      this.beside(schema, (part, below) => this.place(part, whole, below));
      this.below(schema, type);
    });
  }

  /** Whether a schema may admit a value of the kind that is held there; it is a fault if not. */
  private admits(schema: Tree, want: Kind): boolean {
    const admitted = this.kinds(schema);
    if (admitted.length === 0 || admitted.includes(want)) return true;
    this.now.own.push({ pointer: "", keyword: "type", message: `the schema admits ${admitted.join(" or ")} here and the native type holds ${want}: change one of them` });
    return false;
  }

  /** Compares what a schema says of members and items. */
  private below(schema: Tree, { form }: Type<unknown>): void {
    if (form.kind === "model") this.members(schema, form.fields());
    if (form.kind === "map" || form.kind === "intmap") {
      for (const [name, property] of membersOf(member(schema, "properties"))) this.place(property, form.elem, join("", "properties", name));
      const rest = member(schema, "additionalProperties");
      if (rest) this.place(rest, form.elem, "/additionalProperties");
    }
    const items = member(schema, "items");
    if (items && (form.kind === "list" || form.kind === "array" || form.kind === "variadic")) this.place(items, form.elem, "/items");
  }

  /** Compares what a schema says of the value itself with what the type takes; whether it found a fault. */
  private values(schema: Tree, whole: Type<unknown>): boolean {
    const before = this.now.own.length;
    const refuse = (keyword: string, message: string) => this.now.own.push({ pointer: join("", keyword), keyword, message: `${message}: change one of them` });
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
    return this.now.own.length > before;
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
    const target = this.targets.get(schema);
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
