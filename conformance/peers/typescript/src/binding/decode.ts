import { DateTime, decodeBase64 } from "../lexical.js";
import { Decimal } from "../numbers.js";
import { join } from "../text.js";
import { type Kind, type ObjectTree, type Tree, textOf, write } from "../tree.js";
import { jsonType } from "./derive.js";
import { roundToFloat32 } from "./float.js";
import { Duration, type Form, JsonNumber, type Type } from "./types.js";

/** Why a value does not bind (rule 22). */
export interface BindFault {
  readonly pointer: string;
  readonly reason: "range" | "format" | "null" | "type" | "model";
  readonly property?: string;
  readonly message: string;
  /** What a type that reads itself threw; never shown. */
  readonly cause?: unknown;
}

/** The parameters a function receives. Each call's own: nothing is shared or merged. */
export function decodeParameters(
  parameters: ReadonlyMap<string, Type<unknown>>,
  args: ObjectTree,
  opaque: ReadonlyMap<string, unknown>,
): { values: Map<string, unknown>; faults: BindFault[] } {
  const decoder = new Decoder();
  const values = new Map<string, unknown>();
  for (const [name, type] of parameters) {
    const tree = args.members.get(name);
    if (type.inject?.opaque) values.set(name, opaque.get(name));
    else if (tree) values.set(name, decoder.value(type, tree, join("", name)));
    else if (type.form.kind === "variadic") values.set(name, []);
  }
  return { values, faults: decoder.faults };
}

/** A record that inherits nothing, so that no name means anything. */
export function record(members: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, value] of members) object[name] = value;
  return object;
}

/** Whether a value binds to a type. */
export function takes(type: Type<unknown>, tree: Tree): boolean {
  const decoder = new Decoder();
  decoder.value(type, tree, "");
  return decoder.faults.length === 0;
}

const kinds: Record<string, Kind> = { boolean: "boolean", integer: "number", number: "number", string: "string", array: "array", object: "object", union: "object" };

class Decoder {
  readonly faults: BindFault[] = [];

  value(type: Type<unknown>, tree: Tree, pointer: string): unknown {
    const { form } = type;
    switch (form.kind) {
      case "any":
        return plain(tree);
      case "raw":
        return write(tree);
      case "fromJSON":
        return this.hook("model", pointer, () => form.read(write(tree)));
      case "nullable":
        return tree.kind === "null" ? null : this.value(form.elem, tree, pointer);
    }
    const want = jsonType(form);
    if (tree.kind === "null") return this.fail(pointer, "null", `must be of type ${want}, not null`);
    if (tree.kind !== kinds[want]) return this.fail(pointer, "type", `must be of type ${want}`);
    switch (tree.kind) {
      case "boolean":
        return tree.value;
      case "number":
        return this.number(form, tree.token, pointer);
      case "string":
        return this.text(form, tree.text, pointer);
      case "array":
        return this.items(form, tree.items, pointer);
      case "object":
        return this.object(form, tree, pointer);
    }
  }

  private fail(pointer: string, reason: BindFault["reason"], message: string, more: Partial<BindFault> = {}): undefined {
    this.faults.push({ pointer, reason, message, ...more });
    return undefined;
  }

  private number(form: Form, token: string, pointer: string): unknown {
    if (form.kind === "number") return new JsonNumber(token);
    if (form.kind === "float") {
      const n = form.bits === 64 ? Number(token) : roundToFloat32(token);
      return Number.isFinite(n) ? n : this.fail(pointer, "range", `must be a number that ${form.bits} bits of floating point hold`);
    }
    const exact = Decimal.parse(token);
    if (!exact.isInteger()) return this.fail(pointer, "type", "must be an integer");
    const n = exact.toBigInt();
    const [min, max] = form.kind === "integer" ? [form.min, form.max] : form.kind === "duration" ? [-(1n << 63n), (1n << 63n) - 1n] : [undefined, undefined];
    if (n === undefined || (min !== undefined && (n < min || n > max!))) {
      return this.fail(pointer, "range", min === undefined ? "must be an integer of fewer digits" : `must be an integer from ${min} to ${max}`);
    }
    if (form.kind === "duration") return new Duration(n);
    return form.kind === "integer" && !form.big ? Number(n) : n;
  }

  private text(form: Form, text: string, pointer: string): unknown {
    switch (form.kind) {
      case "bytes":
        return decodeBase64(text) ?? this.fail(pointer, "format", "must be base64 (RFC 4648 standard alphabet, with padding)");
      case "datetime":
        return DateTime.parse(text) ?? this.fail(pointer, "format", "must be a date-time of RFC 3339 such as 2006-01-02T15:04:05Z");
      case "fromText":
        return this.hook("format", pointer, () => form.read(text));
    }
    return text;
  }

  /** A type that reads itself; an Error is a refusal, anything else that is thrown a defect. */
  private hook(refusal: BindFault["reason"], pointer: string, read: () => unknown): unknown {
    try {
      return read();
    } catch (cause) {
      const reason = cause instanceof Error ? refusal : "model";
      return this.fail(pointer, reason, "cannot be read by its type", { cause });
    }
  }

  private items(form: Form, items: readonly Tree[], pointer: string): unknown {
    if (form.kind !== "list" && form.kind !== "array" && form.kind !== "variadic") return undefined;
    if (form.kind === "array" && items.length !== form.length) {
      return this.fail(pointer, "type", `must be an array of exactly ${form.length} items`);
    }
    return items.map((item, i) => this.value(form.elem, item, join(pointer, i)));
  }

  private object(form: Form, tree: ObjectTree, pointer: string): unknown {
    switch (form.kind) {
      case "map":
        return new Map([...tree.members].map(([name, value]) => [name, this.value(form.elem, value, join(pointer, name))]));
      case "intmap": {
        const entries = new Map<bigint, unknown>();
        for (const [name, value] of tree.members) {
          const key = this.key(name, pointer);
          if (key !== undefined) entries.set(key, this.value(form.elem, value, join(pointer, name)));
        }
        return entries;
      }
      case "model":
        return this.fields(form.fields(), tree, pointer);
      case "union": {
        const name = textOf(tree.members.get(form.discriminator));
        const variant = name === undefined ? undefined : form.variants.get(name);
        if (variant?.form.kind !== "model") return this.fail(join(pointer, form.discriminator), "type", `must be one of ${[...form.variants.keys()].join(", ")}`);
        const fields = this.fields(variant.form.fields(), tree, pointer);
        fields[form.discriminator] = name;
        return fields;
      }
    }
    return undefined;
  }

  /** Members that a record does not have are left out: a closed schema has refused them, an open one means them to be. */
  private fields(fields: ReadonlyMap<string, Type<unknown>>, tree: ObjectTree, pointer: string): Record<string, unknown> {
    const known: (readonly [string, unknown])[] = [];
    for (const [name, value] of tree.members) {
      const type = fields.get(name);
      if (type) known.push([name, this.value(type, value, join(pointer, name))]);
    }
    return record(known);
  }

  private key(name: string, pointer: string): bigint | undefined {
    if (!/^(0|-?[1-9][0-9]*)$/.test(name)) return this.fail(pointer, "format", "must be named by integers such as -1, 0 or 12", { property: name });
    const key = BigInt(name);
    if (BigInt.asIntN(64, key) === key) return key;
    return this.fail(pointer, "range", "must be named by integers of 64 bits", { property: name });
  }
}

/** A value as `any` holds it: numbers keep their digits, objects inherit nothing. */
function plain(tree: Tree): unknown {
  switch (tree.kind) {
    case "null":
      return null;
    case "boolean":
      return tree.value;
    case "number":
      return new JsonNumber(tree.token);
    case "string":
      return tree.text;
    case "array":
      return tree.items.map(plain);
    case "object":
      return record([...tree.members].map(([name, value]) => [name, plain(value)] as const));
  }
}
