import { DateTime, Duration, JsonNumber, type Type } from "../index.js";
import { Client, Colour, Hooked } from "../functions/models.js";

/** A native value with its kind, as the protocol writes it. */
export type TypedValue =
  | { int: string } | { number: string } | { float: string } | { string: string } | { bytes: string } | { bool: boolean } | { null: true }
  | { absent: true } | { datetime: string } | { duration: string } | { raw: string } | { opaque: string } | { list: TypedValue[] }
  | { map: Record<string, TypedValue> } | { model: string; fields: Record<string, TypedValue> };

/** What of a type's form decides how a value is written where the value itself cannot say. */
export function typedValue(type: Type<unknown> | undefined, value: unknown): TypedValue {
  if (value === undefined) return { absent: true };
  if (value === null) return { null: true };
  const form = type?.form;
  if (form?.kind === "nullable") return typedValue(form.elem, value);
  if (form?.kind === "raw") return { raw: String(value) };
  if (form?.kind === "float") return { float: hexadecimal(value as number) };
  switch (typeof value) {
    case "bigint":
      return { int: String(value) };
    case "number":
      return { int: String(value) };
    case "boolean":
      return { bool: value };
    case "string":
      return { string: value };
  }
  if (value instanceof JsonNumber) return { number: value.token };
  if (value instanceof DateTime) return { datetime: value.toString() };
  if (value instanceof Duration) return { duration: String(value.nanoseconds) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Colour) return { string: value.text };
  if (value instanceof Hooked) return { raw: value.text };
  if (value instanceof Client) return { opaque: value.name };
  const elem = form && "elem" in form ? form.elem : undefined;
  if (Array.isArray(value)) return { list: value.map((item) => typedValue(elem, item)) };
  if (value instanceof Map) return { map: members([...value].map(([name, item]) => [String(name), typedValue(elem, item)])) };
  const record = value as Record<string, unknown>;
  if (form?.kind === "model") return { model: form.name, fields: fields(form.fields(), record) };
  if (form?.kind === "union") {
    const variant = form.variants.get(String(record[form.discriminator]))?.form;
    if (variant?.kind === "model") return { model: variant.name, fields: fields(variant.fields(), record) };
  }
  return { map: members(Object.entries(record).map(([name, item]) => [name, typedValue(undefined, item)])) };
}

function fields(types: ReadonlyMap<string, Type<unknown>>, record: Record<string, unknown>): Record<string, TypedValue> {
  return members([...types].map(([name, type]) => [name, typedValue(type, record[name])]));
}

/** An object that has __proto__ as any other member. */
export function members(entries: readonly (readonly [string, TypedValue])[]): Record<string, TypedValue> {
  const object: Record<string, TypedValue> = Object.create(null);
  for (const [name, value] of entries) object[name] = value;
  return object;
}

/** A double in C99's hexadecimal. */
function hexadecimal(n: number): string {
  if (Number.isNaN(n)) return "nan";
  if (!Number.isFinite(n)) return n > 0 ? "inf" : "-inf";
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, n);
  const bits = view.getBigUint64(0);
  const sign = bits >> 63n === 1n ? "-" : "";
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = (bits & ((1n << 52n) - 1n)).toString(16).padStart(13, "0").replace(/0+$/, "");
  const power = exponent === 0 ? (fraction === "" ? 0 : -1022) : exponent - 1023;
  return `${sign}0x${exponent === 0 ? 0 : 1}${fraction === "" ? "" : "."}${fraction}p${power < 0 ? "" : "+"}${power}`;
}
