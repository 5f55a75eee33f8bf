import {
  type Declaration, type Fields, JsonNumber, type Type, VisibleError, any, array, bigint, boolean, bytes, datetime, declare, declarePositional,
  duration, float32, float64, injected, int16, int32, int64, int8, intmap, json, list, map, nullable, number, opaque, optional, raw, string,
  uint16, uint32, uint64, uint8, variadic, withDefault,
} from "../index.js";
import { Address, Blob, Callback, Client, Deep, Empties, Leaky, Node, Receipt, Shape, User, hooked, panicky, textual } from "./models.js";
import { type Observer, receive } from "./observer.js";

/** The function that takes these parameters and returns nothing. */
function echo<F extends Fields>(parameters: F, description?: string): Omit<Declaration, "name"> {
  return declare({ name: "", ...(description !== undefined && { description }), parameters, run: (args, context) => receive(context, args) });
}

/** The function without parameters that returns a value. */
function returning<T>(returns: Type<T>, value: T): Omit<Declaration, "name"> {
  return declare({
    name: "",
    parameters: {},
    returns,
    run(args, context) {
      receive(context, args);
      return value;
    },
  });
}

/** The function that fails. */
function failing(fail: () => unknown): Omit<Declaration, "name"> {
  return declare({
    name: "",
    parameters: { card: string() },
    run(args, context) {
      receive(context, args);
      throw fail();
    },
  });
}

const key = (reference?: { source: string; key: string }) =>
  declarePositional({
    name: "",
    parameters: [["key", reference ? injected(string(), reference) : string()], ["text", string()]],
    run: (context, key, text) => receive(context, { key, text }),
  });

/**
 * The functions of the case file as a TypeScript programmer would declare them,
 * each under its id. Nothing here is made from the file's own declarations.
 */
const declarations: Record<string, Omit<Declaration, "name">> = {
  order: echo({
    quantity: int64({ description: "How many.", minimum: 1 }),
    ship_to: nullable(Address, { default: null }),
    note: optional(string()),
    tenant: injected(string({ minLength: 3 }), { source: "ctx", key: "tenant" }),
  }, "Places an order."),
  scalars: echo({
    i8: optional(int8()), i16: optional(int16()), i32: optional(int32()), i64: optional(int64()), i: optional(int64()),
    u8: optional(uint8()), u16: optional(uint16()), u32: optional(uint32()), u64: optional(uint64()), u: optional(uint64()),
    f32: optional(float32()), f64: optional(float64()), yes: optional(boolean()), text: optional(string()),
  }),
  special: echo({
    when: optional(datetime()), until: optional(datetime()), big: optional(nullable(bigint())), num: optional(number()),
    any: optional(any()), raw: optional(raw()),
  }),
  wait: echo({ for: duration({ description: "How long." }) }),
  search: echo({
    query: string({ description: "Words to look for.", minLength: 1, maxLength: 64 }),
    limit: int32({ minimum: 1, maximum: 100, default: 20 }),
    mode: string({ enum: ["fast", "exact", "any"], default: "exact" }),
    tags: optional(list(string({ pattern: "^[a-z]+$" }), { minItems: 1, maxItems: 3, uniqueItems: true })),
    loose: boolean({ default: true }),
  }, "Searches."),
  ping: echo({}),
  sum: declarePositional({
    name: "",
    parameters: [["label", string()], ["rest", variadic(int32())]],
    run: (context, label, ...rest) => receive(context, { label, rest }),
  }),
  move: echo({ from: Address, to: Address, via: optional(list(Address)) }),
  route: echo({
    plan: nullable(list(string())),
    grid: optional(array(2, array(2, int8()))),
    by_name: optional(map(int16())),
    by_number: optional(intmap(string())),
  }),
  walk: echo({ root: Node }),
  node: echo({ value: int32(), next: optional(nullable(Node)), children: optional(list(Node)) }),
  draw: echo({ shape: Shape, more: optional(list(Shape)) }),
  patch: echo({
    name: optional(nullable(string())), count: optional(nullable(int64())), flag: nullable(boolean()), nested: optional(nullable(Address)),
  }),
  deep: echo({
    options: withDefault(Deep, json('{"address":{"zip":"12345"}}')),
    list: list(Address, { default: [{ zip: "11111" }] }),
  }),
  upload: declare({
    name: "",
    description: "Stores a file.",
    parameters: { file: bytes({ description: "The file." }), thumb: optional(nullable(bytes())) },
    returns: bytes(),
    run(args, context) {
      receive(context, args);
      return Uint8Array.of(1, 2);
    },
  }),
  blobs: echo({ list: optional(list(bytes())), map: optional(map(bytes())), nested: optional(map(list(bytes()))), blob: optional(Blob) }),
  audit: echo({
    action: string(),
    user: injected(User, { source: "ctx", key: "user" }),
    tenant: injected(string({ minLength: 3 }), { source: "ctx", key: "tenant" }),
    owner: injected(string(), { source: "ctx", key: "tenant" }),
    budget: injected(nullable(int32()), { source: "config", key: "budget" }),
  }),
  query: echo({ sql: string(), client: opaque(Client, { source: "app", key: "client" }) }),
  "plain-key": key(),
  "hidden-key": key({ source: "ctx", key: "key" }),
  hooks: echo({ color: optional(textual), item: optional(hooked), bomb: optional(panicky) }),
  exact: echo({ command: string(), args: list(string(), { default: [] }) }),
  "returns-text": returning(string(), 'say "hi"\n'),
  "returns-bytes": returning(bytes(), Uint8Array.of(0xfb, 0xff)),
  "returns-nested": returning(Blob, {
    name: "n", data: Uint8Array.of(1, 2), chunks: [Uint8Array.of(0), new Uint8Array()], by_id: new Map([["k", Uint8Array.of(0xff)]]),
  }),
  "returns-empties": returning(Empties, {} as never),
  "returns-number": returning(Receipt, { id: 2n ** 53n + 1n, total: new JsonNumber("12.50") }),
  "returns-nan": returning(float64(), NaN),
  "returns-float": returning(float64(), 0.1),
  "returns-nothing": echo({}),
  fails: failing(() => new Error("dial db-7.internal:5432: password s3cret-pg")),
  "fails-visible": failing(() => new Error("charge via db-7.internal", { cause: new VisibleError("the card was declined") })),
  panics: failing(() => "index out of range [7]: s3cret-stack"),
  cancels: declare({
    name: "",
    parameters: {},
    returns: string(),
    run(args, context) {
      receive(context, args);
      (context.state as Observer).cancel();
      return "late";
    },
  }),
  "own-context-error": declare({
    name: "",
    parameters: {},
    run(args, context) {
      receive(context, args);
      throw new DOMException("This operation was aborted", "AbortError");
    },
  }),

  // Declarations that must be refused.
  "bad-default-type": echo({ limit: int32({ default: "ten" }) }),
  "bad-default-constraint": echo({ limit: int32({ maximum: 10, default: 11 }) }),
  "bad-default-bounds": echo({ limit: int8({ default: 200 }) }),
  "bad-default-syntax": echo({ limit: list(int32(), { default: json("[1,]") }) }),
  "bad-default-null": echo({ limit: int32({ default: null }) }),
  "bad-default-nested": echo({ options: withDefault(Deep, json('{"retries":1}')) }),
  "bad-keyword": echo({ limit: int32({ minLength: 1 } as never) }),
  "bad-keyword-value": echo({ name: string({ minLength: -1 }) }),
  "bad-keyword-word": echo({ name: string({ minLenght: 1 } as never) }),
  "bad-pattern": echo({ name: string({ pattern: "^(?=a)b$" }) }),
  "bad-pattern-space": echo({ name: string({ pattern: "^\\s+$" }) }),
  "bad-type": echo({ callback: opaque(Callback) }),
  "bad-injected-default": echo({ tenant: injected(string({ default: "x" }), { source: "ctx", key: "tenant" }) }),
  "bad-nested-inject": echo({ item: Leaky }),
};

/** The functions of the case file by id. */
export const functions: ReadonlyMap<string, Declaration> = new Map(
  Object.entries(declarations).map(([name, declaration]) => [name, { ...declaration, name }]),
);
