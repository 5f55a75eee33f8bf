import { type Tree, readLiteral } from "./literal.js";
import type { DateTime } from "../lexical.js";
import { Decimal } from "../numbers.js";

/**
 * The types of parameters and results. A type yields the schema that is published,
 * and binds and encodes values by it, so that the two cannot disagree; and
 * TypeScript infers from it what the function receives (Infer).
 */
export class Type<out T> {
  /** Only for TypeScript. */
  declare readonly native: T;

  constructor(
    readonly form: Form,
    readonly words: Words = {},
    /** May be left out. */
    readonly optional = false,
    readonly inject?: Reference,
  ) {}
}

export type Infer<T> = T extends Type<infer N> ? N : never;

/** The fields of a record, by name; of names that look like integers a list, for JavaScript moves those first. */
export type Fields = Readonly<Record<string, Type<unknown>>> | readonly (readonly [string, Type<unknown>])[];

type OptionalKeys<F> = { [K in keyof F]: F[K] extends Type<infer N> ? (undefined extends N ? K : never) : never }[keyof F];

/** What a record with these fields is. */
export type InferFields<F> =
  F extends Readonly<Record<string, Type<unknown>>>
    ? { [K in Exclude<keyof F, OptionalKeys<F>>]: Infer<F[K]> } & { [K in OptionalKeys<F>]?: Infer<F[K]> }
    : Record<string, unknown>;

/** Where the framework has a value that no model gives: a source, and its key there. */
export interface Reference {
  readonly source: string;
  readonly key: string;
  /** The value is injected as it is, by its native type, and in no schema. */
  readonly opaque?: boolean;
}

export type Form =
  | { readonly kind: "any" | "raw" | "boolean" | "string" | "number" | "bigint" | "bytes" | "datetime" | "duration" }
  | { readonly kind: "integer"; readonly min: bigint; readonly max: bigint; readonly big: boolean }
  | { readonly kind: "float"; readonly bits: 32 | 64 }
  /** Reads itself from a text or from JSON; what it throws is never shown. */
  | { readonly kind: "fromText" | "fromJSON"; readonly read: (text: string) => unknown }
  | { readonly kind: "list" | "map" | "intmap" | "nullable" | "variadic"; readonly elem: Type<unknown> }
  | { readonly kind: "array"; readonly elem: Type<unknown>; readonly length: number }
  | { readonly kind: "model"; readonly name: string; readonly fields: () => ReadonlyMap<string, Type<unknown>> }
  | { readonly kind: "union"; readonly discriminator: string; readonly variants: ReadonlyMap<string, Type<unknown>> }
  | { readonly kind: "opaque"; readonly name: string; readonly is: (value: unknown) => boolean };

/** A number that keeps its digits. */
export class JsonNumber {
  constructor(readonly token: string) {}

  toNumber(): number {
    return Number(this.token);
  }

  equals(other: JsonNumber): boolean {
    return Decimal.parse(this.token).compare(Decimal.parse(other.token)) === 0;
  }

  toString(): string {
    return this.token;
  }
}

/** Whole nanoseconds. */
export class Duration {
  constructor(readonly nanoseconds: bigint) {}
}

/** What a type says beside its form: keywords of JSON Schema. */
export interface Annotations {
  readonly title?: string;
  readonly description?: string;
  readonly default?: Literal;
  readonly examples?: readonly Literal[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
}
export interface TextWords extends Annotations {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}
export interface NumberWords extends Annotations {
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly enum?: readonly (number | bigint)[];
}
export interface ListWords extends Annotations {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}
export interface MapWords extends Annotations {
  readonly minProperties?: number;
  readonly maxProperties?: number;
}
export type Words = Readonly<Record<string, unknown>>;

/** A JSON value; json() writes one whose digits matter. */
export type Literal = null | boolean | number | bigint | string | JsonText | readonly Literal[] | { readonly [name: string]: Literal };

/** A literal as JSON text. */
export class JsonText {
  constructor(readonly text: string) {}

  tree(): Tree {
    return readLiteral(this.text);
  }
}

export function json(text: string): JsonText {
  return new JsonText(text);
}

const of = <T>(form: Form) => (words: Words = {}) => new Type<T>(form, words);
const integer = <T extends number | bigint>(bits: number, signed: boolean) => {
  const min = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const max = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  return of<T>({ kind: "integer", min, max, big: bits > 32 }) as (words?: NumberWords) => Type<T>;
};

export const int8 = integer<number>(8, true);
export const int16 = integer<number>(16, true);
export const int32 = integer<number>(32, true);
export const int64 = integer<bigint>(64, true);
export const uint8 = integer<number>(8, false);
export const uint16 = integer<number>(16, false);
export const uint32 = integer<number>(32, false);
export const uint64 = integer<bigint>(64, false);
/** An integer without bounds. */
export const bigint = of<bigint>({ kind: "bigint" }) as (words?: NumberWords) => Type<bigint>;
export const float32 = of<number>({ kind: "float", bits: 32 }) as (words?: NumberWords) => Type<number>;
export const float64 = of<number>({ kind: "float", bits: 64 }) as (words?: NumberWords) => Type<number>;
/** Any JSON number, digits kept. */
export const number = of<JsonNumber>({ kind: "number" }) as (words?: NumberWords) => Type<JsonNumber>;
export const boolean = of<boolean>({ kind: "boolean" }) as (words?: Annotations) => Type<boolean>;
export const string = of<string>({ kind: "string" }) as (words?: TextWords) => Type<string>;
/** Raw bytes, base64 in JSON. */
export const bytes = of<Uint8Array>({ kind: "bytes" }) as (words?: TextWords) => Type<Uint8Array>;
export const datetime = of<DateTime>({ kind: "datetime" }) as (words?: TextWords) => Type<DateTime>;
/** Integer nanoseconds in JSON. */
export const duration = of<Duration>({ kind: "duration" }) as (words?: NumberWords) => Type<Duration>;
/** Whatever JSON there is; numbers are JsonNumber, objects have no prototype. */
export const any = of<unknown>({ kind: "any" }) as (words?: Annotations) => Type<unknown>;
/** The JSON text as it was sent. */
export const raw = of<string>({ kind: "raw" }) as (words?: Annotations) => Type<string>;

/** A type that reads itself from a text; throwing refuses it. */
export function fromText<T>(read: (text: string) => T, words: TextWords = {}): Type<T> {
  return new Type<T>({ kind: "fromText", read }, { ...words });
}

/** A type that reads itself from the exact JSON text; throwing refuses it. */
export function fromJSON<T>(read: (text: string) => T, words: Annotations = {}): Type<T> {
  return new Type<T>({ kind: "fromJSON", read }, { ...words });
}

export function list<T>(elem: Type<T>, words: ListWords = {}): Type<T[]> {
  return new Type<T[]>({ kind: "list", elem }, { ...words });
}

/** A list of exactly so many elements. */
export function array<T>(length: number, elem: Type<T>, words: Annotations = {}): Type<T[]> {
  return new Type<T[]>({ kind: "array", elem, length }, { ...words });
}

export function map<T>(elem: Type<T>, words: MapWords = {}): Type<Map<string, T>> {
  return new Type<Map<string, T>>({ kind: "map", elem }, { ...words });
}

/** A map whose keys are 64-bit integers. */
export function intmap<T>(elem: Type<T>, words: MapWords = {}): Type<Map<bigint, T>> {
  return new Type<Map<bigint, T>>({ kind: "intmap", elem }, { ...words });
}

/** T or null; what the words of T say holds, and more can be said here. */
export function nullable<T>(elem: Type<T>, words: Annotations = {}): Type<T | null> {
  return new Type<T | null>({ kind: "nullable", elem }, { ...words });
}

/** May be left out; the function then receives undefined, which is another thing than null. */
export function optional<T>(type: Type<T>): Type<T | undefined> {
  return new Type<T | undefined>(type.form, type.words, true, type.inject);
}

/** The same type with a default, for a type that is used in several places. */
export function withDefault<T>(type: Type<T>, value: Literal): Type<T> {
  return new Type<T>(type.form, { ...type.words, default: value }, type.optional, type.inject);
}

/** The last parameters of a positional function, any number of them. */
export function variadic<T>(elem: Type<T>, words: ListWords = {}): VariadicType<T> {
  return new VariadicType<T>({ kind: "variadic", elem }, { ...words });
}

export class VariadicType<out T> extends Type<T[]> {
  /** Only for TypeScript. */
  declare readonly spread: T;
}

/** A record; fields is a function where the record contains itself. */
export function model<F extends Fields>(name: string, fields: F, words?: Annotations): Type<InferFields<F>>;
export function model<T>(name: string, fields: () => Fields, words?: Annotations): Type<T>;
export function model(name: string, fields: Fields | (() => Fields), words: Annotations = {}): Type<unknown> {
  let known: ReadonlyMap<string, Type<unknown>> | undefined;
  return new Type({ kind: "model", name, fields: () => (known ??= fieldMap(typeof fields === "function" ? fields() : fields)) }, { ...words });
}

/** A choice of records by the member that names them, which each of them has in TypeScript too. */
export function union<V extends Readonly<Record<string, Type<unknown>>>, D extends string>(
  discriminator: D,
  variants: V,
  words: Annotations = {},
): Type<{ [K in keyof V]: Infer<V[K]> & { [P in D]: K } }[keyof V]> {
  return new Type({ kind: "union", discriminator, variants: new Map(Object.entries(variants)) }, { ...words });
}

/** A value that the framework injects and that is judged like any other. */
export function injected<T>(type: Type<T>, reference: Reference): Type<T> {
  return new Type<T>(type.form, type.words, type.optional, reference);
}

/** A native object that is injected as it is. */
export function opaque<T>(constructor: abstract new (...args: never[]) => T, reference?: Omit<Reference, "opaque">): Type<T> {
  const form: Form = { kind: "opaque", name: constructor.name, is: (value) => value instanceof constructor };
  return new Type<T>(form, {}, false, reference && { ...reference, opaque: true });
}

export function fieldMap(fields: Fields): ReadonlyMap<string, Type<unknown>> {
  return new Map(Array.isArray(fields) ? (fields as readonly (readonly [string, Type<unknown>])[]) : Object.entries(fields as Record<string, Type<unknown>>));
}
