import assert from "node:assert/strict";
import { test } from "node:test";

import {
  FunctionError, FunctionSchema, NotFound, VisibleError, array, bytes, declare, declarePositional, injected, int32, int64, list, map, model,
  nullable, opaque, optional, respond, string, variadic,
} from "../index.js";
import { readText } from "../reader.js";
import { defaultLimits } from "../limits.js";

const live = () => ({ signal: new AbortController().signal });
const text = (s: string) => Buffer.from(s);

async function failure(promise: Promise<unknown>): Promise<FunctionError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof FunctionError, String(error));
    return error;
  }
  return assert.fail("it did not fail");
}

test("a function receives what its types say", async () => {
  const greet = declare({
    name: "greet",
    parameters: { id: int64(), who: string({ default: "you" }), tags: optional(list(string())), file: optional(nullable(bytes())) },
    returns: string(),
    // TypeScript knows: id is a bigint, who a string, tags and file may be undefined.
    run: ({ id, who, tags, file }) => `${id + 1n} ${who} ${tags?.length} ${file?.length}`,
  });
  const schema = new FunctionSchema(greet);
  assert.equal(respond(await schema.call(text('{"id":9007199254740993,"file":"AQI="}'), live())).text, "9007199254740994 you undefined 2");
  const error = await failure(schema.call(text('{"id":"1","x":2}'), live()));
  assert.deepEqual(error.violations.map((v) => [v.pointer, v.keyword, v.property]), [["", "additionalProperties", "x"], ["/id", "type", undefined]]);
});

test("positional functions take their last parameters as many as there are", async () => {
  const sum = declarePositional({
    name: "sum",
    parameters: [["start", int32()], ["rest", variadic(int32())]],
    returns: int32(),
    run: (_context, start, ...rest) => rest.reduce((a, b) => a + b, start),
  });
  const schema = new FunctionSchema(sum);
  assert.equal(respond(await schema.call(text('{"start":1,"rest":[2,3]}'), live())).text, "6");
  assert.equal(respond(await schema.call(text('{"start":1}'), live())).text, "1");
});

test("members keep the order of their declaration, integer-like names too", () => {
  const fields = [["b", string()], ["10", string()], ["2", string()]] as const;
  const schema = new FunctionSchema(declare({ name: "ordered", parameters: fields, run: () => undefined }));
  const tree = readText(schema.metadata.inputSchema, defaultLimits);
  assert.match(schema.metadata.inputSchema, /"b":.*"10":.*"2":/);
  assert.equal(tree.kind, "object");
});

test("injected values win, are judged, and are shown to nobody", async () => {
  const order = new FunctionSchema(
    declare({
      name: "order",
      parameters: { n: int32(), tenant: injected(string({ minLength: 5 }), { source: "ctx", key: "tenant" }) },
      returns: string(),
      run: ({ tenant }) => tenant,
    }),
    { resolvers: { ctx: (_key, { state }) => { if (state === undefined) throw new NotFound(); return state; } } },
  );
  assert.ok(!order.metadata.inputSchema.includes("tenant"));
  assert.equal(respond(await order.call(text('{"n":1,"tenant":"evil!"}'), { ...live(), state: "acme1" })).text, "acme1");
  for (const state of [undefined, "s3c", 5]) {
    const error = await failure(order.call(text('{"n":1}'), { ...live(), state }));
    assert.equal(error.code, "INJECTION_ERROR");
    assert.ok(!`${error.message}${error.modelText}${JSON.stringify(error.violations)}`.includes("s3c"));
  }
});

test("opaque values are injected by their class", async () => {
  class Client {}
  const query = new FunctionSchema(
    declare({ name: "query", parameters: { client: opaque(Client, { source: "app", key: "client" }) }, returns: string(), run: ({ client }) => client.constructor.name }),
    { resolvers: { app: (_key, { state }) => state } },
  );
  assert.equal(respond(await query.call(text("{}"), { ...live(), state: new Client() })).text, "Client");
  assert.equal((await failure(query.call(text("{}"), { ...live(), state: {} }))).code, "INJECTION_ERROR");
  assert.equal((await failure(query.call(text('{"client":1}'), { ...live(), state: new Client() }))).violations[0]?.keyword, "additionalProperties");
});

test("declarations that are refused", () => {
  const nested = model("Nested", { token: injected(string(), { source: "ctx", key: "token" }) });
  const rows = [
    [{ n: int32({ default: 1.5 }) }, "default"], [{ n: int32({ minimum: 5, maximum: 4 }) }, "minimum"], [{ s: string({ pattern: "\\s" }) }, "pattern"],
    [{ s: string({ minLenght: 1 } as never) }, "minLenght"], [{ nested }, "inject"], [{ list: list(opaque(class Other {})) }, "type"],
  ] as const;
  for (const [parameters, keyword] of rows) {
    assert.throws(
      () => new FunctionSchema(declare({ name: "refused", parameters: parameters as never, run: () => undefined })),
      (error) => error instanceof FunctionError && error.code === "INVALID_SCHEMA" && error.violations.some((v) => v.keyword === keyword),
      keyword,
    );
  }
});

test("a foreign schema judges, and the types bind", async () => {
  const parameters = { v: optional(map(array(2, int32()))) };
  const schema = new FunctionSchema(declare({ name: "foreign", parameters, run: () => undefined }), { schema: text('{"type":"object","properties":{"v":{}}}') });
  const error = await failure(schema.bind(text('{"v":{"a":[1,2147483648],"b":[1]}}'), live()));
  assert.equal(error.code, "BINDING_ERROR");
  assert.deepEqual(error.violations.map((v) => [v.pointer, v.reason]), [["/v/a/1", "range"], ["/v/b", "type"]]);
});

test("without types anything that a foreign schema admits is taken", async () => {
  for (const part of ['{"default":1}', '{"default":null,"const":{"a":1}}']) {
    for (const schema of [`{"$ref":"#/$defs/part","$defs":{"part":${part}}}`, `{"allOf":[${part}]}`]) {
      // The default of a root fills nothing.
      const bare = new FunctionSchema({ name: "bare" }, { schema: text(schema), lenientDefaults: true });
      assert.equal((await bare.bind(text('{"a":1}'), live())).args, '{"a":1}', schema);
    }
  }
});

test("a root that admits no object is refused where it says so itself or through $ref and allOf, whatever the types are", () => {
  const rows = [
    ['{"type":"string"}', "/type type"], ['{"allOf":[{},{"enum":[1]}]}', "/allOf/1/enum enum"], ['{"$ref":"#/$defs/s","$defs":{"s":false}}', "/$defs/s false"],
    ['{"anyOf":[{"type":"string"}]}', undefined], ['{"allOf":[{},{"oneOf":[{"type":"string"},{"enum":[1]}]}]}', undefined],
    ['{"$ref":"#/$defs/s","$defs":{"s":{"anyOf":[{"type":"string"}]}}}', undefined],
  ] as const;
  for (const [root, want] of rows) {
    for (const parameters of [undefined, new Map([["a", string()]])]) {
      const build = () => new FunctionSchema({ name: "none", ...(parameters && { parameters }) }, { schema: text(root) });
      const says = (error: unknown) => error instanceof FunctionError && error.violations.map((v) => `${v.pointer} ${v.keyword}`).join() === want;
      if (want === undefined) build();
      else assert.throws(build, says, root);
    }
  }
});

test("what the model reads of an error is what is visible", async () => {
  const fail = (error: unknown) =>
    new FunctionSchema(declare({ name: "pay", parameters: {}, run: () => { throw error; } })).call(text("{}"), live());
  assert.equal((await failure(fail(new Error("s3cret")))).modelText, "The function pay failed.");
  assert.equal((await failure(fail("s3cret"))).modelText, "The function pay failed.");
  assert.equal((await failure(fail(new Error("s3cret", { cause: new VisibleError("the card was declined") })))).modelText, "the card was declined");
});

test("a call that is cancelled", async () => {
  const controller = new AbortController();
  const schema = new FunctionSchema(declare({ name: "late", parameters: {}, returns: string(), run: () => { controller.abort(); return "late"; } }));
  const error = await failure(schema.call(text("{}"), { signal: controller.signal }));
  assert.equal(error.code, "CANCELLED");
  assert.equal(respond(error).status, "interrupted");
  assert.equal((await failure(schema.call(text("nonsense"), { signal: controller.signal }))).code, "CANCELLED");
});

test("each call has its own values", async () => {
  const seen: unknown[] = [];
  const schema = new FunctionSchema(declare({
    name: "own", parameters: { list: list(string(), { default: ["a"] }) },
    run: ({ list }) => { seen.push([...list]); list.length = 0; return undefined; },
  }));
  for (let i = 0; i < 2; i++) await schema.call(text("{}"), live());
  assert.deepEqual(seen, [["a"], ["a"]]);
});
