import type { Assertion } from "../schema/node.js";
import { join } from "../text.js";
import { type ObjectTree, type Tree, arrayTree, booleanTree, numberTree, objectTree, stringTree } from "../tree.js";
import type { Violation } from "../violation.js";
import { type Form, Type, type Words } from "./types.js";
import { type Keywords, applyWords, withNull } from "./words.js";

/** A schema that was derived from types. */
export interface Derived {
  readonly schema: Tree;
  /** What binding depends on, so that it is asserted, by schema object. */
  readonly asserted: ReadonlyMap<Tree, Assertion>;
  /** What the metadata's descriptions say beside what the author wrote. */
  readonly notes: ReadonlyMap<Tree, string>;
  readonly faults: readonly Violation[];
}

const base64Note = "Base64 (RFC 4648 standard alphabet, with padding).";
const durationNote = "Duration in nanoseconds.";
const integerNames = "^(0|-?[1-9][0-9]*)$";

/** The schema of a function's parameters: a closed object, in declaration order. */
export function deriveParameters(parameters: ReadonlyMap<string, Type<unknown>>): Derived {
  const emitter = new Emitter([...parameters.values()]);
  return emitter.finish(emitter.record(parameters, "", true));
}

/** The schema of a result. */
export function deriveResult(type: Type<unknown>): Derived {
  const emitter = new Emitter([type]);
  return emitter.finish(emitter.schema(type, ""));
}

/** The JSON type that words are judged by; "" if any may come. */
export function jsonType(form: Form): string {
  switch (form.kind) {
    case "boolean":
      return "boolean";
    case "integer":
    case "bigint":
    case "duration":
      return "integer";
    case "float":
    case "number":
      return "number";
    case "string":
    case "fromText":
    case "datetime":
    case "bytes":
      return "string";
    case "list":
    case "array":
    case "variadic":
      return "array";
    case "map":
    case "intmap":
    case "model":
      return "object";
    case "union":
      return "union";
    case "nullable":
      return jsonType(form.elem.form);
  }
  return "";
}

/** The types within a type. */
function parts(form: Form): Type<unknown>[] {
  switch (form.kind) {
    case "list":
    case "array":
    case "variadic":
    case "map":
    case "intmap":
    case "nullable":
      return [form.elem];
    case "model":
      return [...form.fields().values()];
    case "union":
      return [...form.variants.values()];
  }
  return [];
}

type Model = Extract<Form, { kind: "model" }>;

/** The models that contain themselves; a model is the same as another of its fields. */
function recursiveModels(types: readonly Type<unknown>[]): Set<unknown> {
  const found = new Set<unknown>();
  const all = new Set<Model>();
  const collect = (type: Type<unknown>) => {
    if (type.form.kind === "model") {
      if (all.has(type.form)) return;
      all.add(type.form);
    }
    parts(type.form).forEach(collect);
  };
  types.forEach(collect);
  for (const model of all) {
    const seen = new Set<Form>();
    const reaches = (form: Form): boolean =>
      parts(form).some((part) => {
        if (part.form === model) return true;
        if (seen.has(part.form)) return false;
        seen.add(part.form);
        return reaches(part.form);
      });
    if (reaches(model)) found.add(model);
  }
  return found;
}

class Emitter {
  private readonly faults: Violation[] = [];
  private readonly asserted = new Map<Tree, Assertion>();
  private readonly notes = new Map<Tree, string>();
  private readonly recursive: Set<unknown>;
  private readonly names = new Map<Model, string>();
  private readonly definitions = new Map<string, Tree>();

  constructor(types: readonly Type<unknown>[]) {
    this.recursive = recursiveModels(types);
  }

  finish(root: Tree): Derived {
    const schema = this.definitions.size > 0 && root.kind === "object" ? objectTree([...root.members, ["$defs", objectTree(this.definitions)]]) : root;
    for (const table of [this.asserted, this.notes] as Map<Tree, unknown>[]) {
      if (schema !== root && table.has(root)) table.set(schema, table.get(root));
    }
    return { schema, asserted: this.asserted, notes: this.notes, faults: this.faults };
  }

  /** A closed object; below the parameters nothing can be injected. */
  record(fields: ReadonlyMap<string, Type<unknown>>, pointer: string, top: boolean, discriminator?: readonly [string, string]): ObjectTree {
    const properties = new Map<string, Tree>();
    const required: Tree[] = [];
    if (discriminator) {
      properties.set(discriminator[0], objectTree([["const", stringTree(discriminator[1])]]));
      required.push(stringTree(discriminator[0]));
    }
    for (const [name, type] of fields) {
      if (name === discriminator?.[0]) continue;
      const at = join(pointer, "properties", name);
      const refused = (keyword: string, message: string) => this.faults.push({ pointer: at, keyword, message });
      if (type.inject && !top) refused("inject", "only a parameter can be injected, this is nested: move the field to the parameters");
      if (type.inject && type.words["default"] !== undefined) refused("default", "an injected parameter has a default: remove one, for the default could never be used");
      if (type.inject?.opaque && top) continue;
      properties.set(name, this.schema(type, at));
      const free = type.optional || type.words["default"] !== undefined || type.form.kind === "variadic";
      if (type.inject || !free) required.push(stringTree(name));
    }
    return objectTree([
      ["type", stringTree("object")],
      ["properties", objectTree(properties)],
      ["required", arrayTree(required)],
      ["additionalProperties", booleanTree(false)],
    ]);
  }

  schema(type: Type<unknown>, pointer: string, more: Words = {}, nullable = false, discriminator?: readonly [string, string]): Tree {
    const { form } = type;
    const words = { ...type.words, ...more };
    if (form.kind === "nullable") return this.schema(form.elem, pointer, words, true);
    if (form.kind === "model" && this.recursive.has(form) && !discriminator) {
      return this.close(form, new Map([["$ref", stringTree(`#/$defs/${this.definition(form)}`)]]), words, nullable, pointer);
    }
    return this.close(form, this.keywords(form, pointer, discriminator), words, nullable, pointer);
  }

  /** The name of a recursive model, whose definition is written when it is first referred to. */
  private definition(model: Model): string {
    let name = this.names.get(model);
    if (name !== undefined) return name;
    const plain = model.name.replace(/[^A-Za-z0-9_.-]/g, "_");
    name = plain;
    for (let i = 2; this.definitions.has(name); i++) name = `${plain}${i}`;
    this.names.set(model, name);
    this.definitions.set(name, booleanTree(true)); // takes its place
    this.definitions.set(name, this.record(model.fields(), join("", "$defs", name), false));
    return name;
  }

  private keywords(form: Form, pointer: string, discriminator?: readonly [string, string]): Keywords {
    const keywords: Keywords = new Map();
    const type = jsonType(form);
    if (type !== "" && type !== "union") keywords.set("type", stringTree(type));
    switch (form.kind) {
      case "integer":
        keywords.set("minimum", numberTree(form.min));
        keywords.set("maximum", numberTree(form.max));
        break;
      case "duration":
        keywords.set("minimum", numberTree(-(1n << 63n)));
        keywords.set("maximum", numberTree((1n << 63n) - 1n));
        break;
      case "datetime":
        keywords.set("format", stringTree("date-time"));
        break;
      case "bytes":
        keywords.set("contentEncoding", stringTree("base64"));
        break;
      case "list":
      case "variadic":
      case "array":
        keywords.set("items", this.schema(form.elem, join(pointer, "items")));
        if (form.kind !== "array") break;
        keywords.set("minItems", numberTree(form.length));
        keywords.set("maxItems", numberTree(form.length));
        break;
      case "intmap":
        keywords.set("propertyNames", objectTree([["pattern", stringTree(integerNames)]]));
        keywords.set("additionalProperties", this.schema(form.elem, join(pointer, "additionalProperties")));
        break;
      case "map":
        keywords.set("additionalProperties", this.schema(form.elem, join(pointer, "additionalProperties")));
        break;
      case "model":
        for (const [name, value] of this.record(form.fields(), pointer, false, discriminator).members) keywords.set(name, value);
        break;
      case "union": {
        const branches = [...form.variants].map(([name, type], i) => this.schema(type, join(pointer, "oneOf", i), {}, false, [form.discriminator, name]));
        keywords.set("oneOf", arrayTree(branches));
        break;
      }
      case "opaque":
        this.faults.push({ pointer, keyword: "type", message: `no schema can be derived for ${form.name}: inject it, or take another type` });
    }
    return keywords;
  }

  /** Adds words and null, puts the keywords in the one order, and remembers what binding depends on. */
  private close(form: Form, keywords: Keywords, words: Words, nullable: boolean, pointer: string): Tree {
    applyWords(keywords, words, jsonType(form), pointer, this.faults);
    const schema = objectTree(new Map([...(nullable ? withNullAdmitted(keywords) : keywords)].sort(([a], [b]) => rank(a) - rank(b))));
    if (form.kind === "datetime") this.asserted.set(schema, "date-time");
    if (form.kind === "bytes") {
      this.asserted.set(schema, "base64");
      this.notes.set(schema, base64Note);
    }
    if (form.kind === "duration") this.notes.set(schema, durationNote);
    return schema;
  }
}

/** What a schema is, what it is called, what constrains it, its default. */
function rank(keyword: string): number {
  if (["type", "$ref", "oneOf", "anyOf", "const"].includes(keyword)) return 0;
  return { title: 1, description: 2, default: 4 }[keyword] ?? 3;
}

const outside = new Set(["title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated"]);

/** Adds null to the type if nothing else decides, else as a choice. */
function withNullAdmitted(keywords: Keywords): Keywords {
  const type = keywords.get("type");
  if (type?.kind === "string") {
    keywords.set("type", arrayTree([type, stringTree("null")]));
    const values = keywords.get("enum");
    if (values) keywords.set("enum", arrayTree(withNull(values)));
    return keywords;
  }
  const inside = [...keywords].filter(([name]) => !outside.has(name));
  if (inside.length === 0) return keywords;
  const choice = arrayTree([objectTree(inside), objectTree([["type", stringTree("null")]])]);
  return new Map([["anyOf", choice], ...[...keywords].filter(([name]) => outside.has(name))]);
}
