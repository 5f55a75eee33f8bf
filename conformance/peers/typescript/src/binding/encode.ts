import { DateTime } from "../lexical.js";
import { type Tree, arrayTree, booleanTree, nullTree, numberTree, objectTree, stringTree } from "../tree.js";
import { literalTree, readLiteral } from "./literal.js";
import { Duration, type Form, JsonNumber, type Type } from "./types.js";

/**
 * Encodes what a function returned, by the rules of binding backwards (rule 27):
 * bytes become base64 once, at any depth; undefined is the empty value of its kind.
 * It throws for what cannot be encoded.
 */
export function encode(type: Type<unknown>, value: unknown): Tree {
  const { form } = type;
  if (value === undefined || (value === null && emptyOf(form))) return emptyOf(form) ?? nullTree;
  switch (form.kind) {
    case "any":
      return plainTree(value);
    case "raw":
    case "fromJSON":
      return readLiteral(String(value));
    case "nullable":
      return value === null ? nullTree : encode(form.elem, value);
    case "boolean":
      if (typeof value === "boolean") return booleanTree(value);
      break;
    case "string":
    case "fromText":
      if (typeof value === "string") return stringTree(value.replace(/\p{Surrogate}/gu, "\ufffd"));
      break;
    case "integer":
    case "bigint":
      if (typeof value === "bigint" || Number.isInteger(value)) return numberTree(BigInt(value as bigint | number));
      break;
    case "duration":
      if (value instanceof Duration) return numberTree(value.nanoseconds);
      break;
    case "float":
      if (typeof value === "number" && Number.isFinite(value)) return numberTree(Object.is(value, -0) ? "-0" : String(value));
      break;
    case "number":
      if (value instanceof JsonNumber) return readLiteral(value.token);
      break;
    case "bytes":
      if (value instanceof Uint8Array) return stringTree(Buffer.from(value).toString("base64"));
      break;
    case "datetime":
      if (value instanceof DateTime) return stringTree(value.toString());
      break;
    case "list":
    case "variadic":
    case "array":
      if (Array.isArray(value)) return arrayTree(value.map((item) => encode(form.elem, item)));
      break;
    case "map":
    case "intmap":
      if (value instanceof Map) return objectTree([...value].map(([name, item]) => [String(name), encode(form.elem, item)] as const));
      break;
    case "model":
      if (typeof value === "object") return objectTree(fields(form.fields(), value as Record<string, unknown>));
      break;
    case "union": {
      const record = value as Record<string, unknown>;
      const name = record[form.discriminator];
      const variant = typeof name === "string" ? form.variants.get(name)?.form : undefined;
      if (variant?.kind === "model") return objectTree([[form.discriminator, stringTree(name as string)], ...fields(variant.fields(), record)]);
    }
  }
  throw new TypeError(`a value cannot be encoded as ${form.kind}`);
}

function fields(types: ReadonlyMap<string, Type<unknown>>, value: Record<string, unknown>): (readonly [string, Tree])[] {
  return [...types].flatMap(([name, type]) => (type.optional && value[name] === undefined ? [] : [[name, encode(type, value[name])] as const]));
}

/** The empty value of a kind, which stands for nothing at all. */
function emptyOf(form: Form): Tree | undefined {
  switch (form.kind) {
    case "list":
    case "variadic":
      return arrayTree([]);
    case "map":
    case "intmap":
      return objectTree([]);
    case "bytes":
      return stringTree("");
  }
  return undefined;
}

function plainTree(value: unknown): Tree {
  if (value instanceof JsonNumber) return readLiteral(value.token);
  if (value instanceof Uint8Array) return stringTree(Buffer.from(value).toString("base64"));
  if (Array.isArray(value)) return arrayTree(value.map(plainTree));
  if (value instanceof Map) return objectTree([...value].map(([name, item]) => [String(name), plainTree(item)] as const));
  if (typeof value === "object" && value !== null) return objectTree(Object.entries(value).map(([name, item]) => [name, plainTree(item)] as const));
  return literalTree(value);
}
