import assert from "node:assert/strict";
import { test } from "node:test";

import { type Applied, FunctionError, FunctionSchema, type Limits, type Options, type RepairName, bytes, declare, injected, optional, string } from "../index.js";
import { base64Standard } from "../lexical.js";
import { defaultLimits } from "../limits.js";
import { readText } from "../reader.js";
import { compileSchema } from "../schema/compile.js";
import { Nullity } from "../schema/nullity.js";
import { nullTree } from "../tree.js";

const live = () => ({ signal: new AbortController().signal });
const text = (s: string) => Buffer.from(s);
const all: readonly RepairName[] = ["ModelRepairs", "StringScalars", "Base64Spelling"];

const find = `{"type":"object","properties":{
  "o":{"type":"object","properties":{"n":{"type":"integer"},"l":{"type":"array","items":{"type":"object"}}}},
  "s":{"type":"string"},"i":{"type":"integer","default":5},"l":{"type":["array","null"]},"r":{"type":["integer","null"]},"a":{}},"required":["r"]}`;

/** What a call becomes: its arguments, and pointer and name of each repair. */
async function repaired(args: string, repairs: readonly RepairName[], options: Options = {}): Promise<[args: string, ...applied: string[]]> {
  const schema = new FunctionSchema({ name: "find", run: () => undefined }, { schema: text(find), repairs, ...options });
  const call = await schema.bind(text(args), live());
  return [call.args, ...call.repairs.map(({ pointer, repair }: Applied) => `${pointer} ${repair}`)];
}

async function refusals(promise: Promise<unknown>): Promise<string[]> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof FunctionError, String(error));
    return error.violations.map((v) => `${v.pointer} ${v.keyword}`);
  }
  return assert.fail("it was not refused");
}

test("each repair mends what it is for, and is off unless it is named", async () => {
  const rows: [name: string, repair: RepairName, args: string, want: string[]][] = [
    ["a container in a text", "EncodedContainers", '{"r":1,"i":2,"o":"{\\"n\\":1.0}"}', ['{"r":1,"i":2,"o":{"n":1.0}}', "/o EncodedContainers"]],
    ["within what was decoded", "EncodedContainers", '{"r":1,"i":2,"o":"{\\"l\\":[\\"{}\\"]}"}', ['{"r":1,"i":2,"o":{"l":[{}]}}', "/o EncodedContainers", "/o/l/0 EncodedContainers"]],
    ["the whole in a text", "EncodedContainers", '"{\\"r\\":1,\\"i\\":2}"', ['{"r":1,"i":2}', " EncodedContainers"]],
    ["null for an omitted one", "NullAsOmitted", '{"r":1,"i":null}', ['{"r":1,"i":5}', "/i NullAsOmitted"]],
    ["empty for an omitted one", "EmptyAsOmitted", '{"r":1,"i":""}', ['{"r":1,"i":5}', "/i EmptyAsOmitted"]],
    ["an omitted one for null", "OmittedAsNull", '{"i":2}', ['{"i":2,"r":null}', "/r OmittedAsNull"]],
    ["null in a text", "NullText", '{"r":"null","i":2}', ['{"r":null,"i":2}', "/r NullText"]],
    ["a number in a text", "StringScalars", '{"r":"-5.0","i":2}', ['{"r":-5.0,"i":2}', "/r StringScalars"]],
  ];
  for (const [name, repair, args, want] of rows) {
    assert.deepEqual(await repaired(args, [repair]), want, name);
    await assert.rejects(repaired(args, []), FunctionError, name);
  }
});

test("arguments that are empty are an object, which is judged", async () => {
  for (const args of ["", '""', "null"]) {
    assert.deepEqual(await repaired(args, ["ModelRepairs"]), ['{"r":null,"i":5}', " EmptyArguments", "/r OmittedAsNull"], args);
    assert.deepEqual(await refusals(repaired(args, ["EmptyArguments"])), [" required"], args);
  }
  assert.deepEqual(await refusals(repaired(" ", ["EmptyArguments"])), [" parse"]);
});

test("a valid call is changed by none", async () => {
  for (const args of ['{ "r": null, "i": 1, "s": "null", "a": "{}", "l": null, "x": "[]" }', '{"r":1,"i":1,"s":"","a":null,"o":{"x":null,"y":""}}']) {
    assert.deepEqual(await repaired(args, all), [args]);
  }
});

test("what is not certain is refused as ever", async () => {
  const rows: [name: string, args: string, want: string[]][] = [
    ["a text of another kind", '{"r":1,"o":"[]"}', ["/o type"]],
    ["a text that breaks off", '{"r":1,"o":"{"}', ["/o type"]],
    ["a name twice", '{"r":1,"o":"{\\"a\\":1,\\"a\\":2}"}', ["/o type"]],
    ["a text in a text", '{"r":1,"o":"\\"{}\\""}', ["/o type"]],
    ["a number with white space", '{"r":" 5"}', ["/r type"]],
    ["a number with a fraction", '{"r":"5.5"}', ["/r type"]],
    ["another word", '{"r":"None"}', ["/r type"]],
    ["a number for a text", '{"r":1,"s":5}', ["/s type"]],
    ["an item that is null", '{"r":1,"o":{"l":[null]}}', ["/o/l/0 type"]],
  ];
  for (const [name, args, want] of rows) assert.deepEqual(await refusals(repaired(args, all)), want, name);
});

test("the limits hold for the repaired whole", async () => {
  const list = '{"properties":{"l":{"type":"array"}}}';
  const required = '{"properties":{"r":{"type":"null"}},"required":["r"]}';
  const rows: [name: string, schema: string, args: string, limits: Partial<Limits>, mended: boolean][] = [
    ["as deep as may be", list, '{"l":"[[[]]]"}', { depth: 4 }, true],
    ["deeper, counted from the root", list, '{"l":"[[[[]]]]"}', { depth: 4 }, false],
    ["as many values as may be", list, '{"l":"[1,2,3,4]"}', { values: 6 }, true],
    ["one more", list, '{"l":"[1,2,3,4,5]"}', { values: 6 }, false],
    ["a null that fits", required, `{"x":"${"-".repeat(47)}"}`, { bytes: 64 }, true],
    ["a null that does not", required, `{"x":"${"-".repeat(48)}"}`, { bytes: 64 }, false],
    ["a null that is the last value", required, '{"x":[1,2,3]}', { values: 6 }, true],
    ["a null beyond the values", required, '{"x":[1,2,3,4]}', { values: 6 }, false],
  ];
  for (const [name, schema, args, limits, mended] of rows) {
    const options = { schema: text(schema), limits };
    if (mended) assert.equal((await repaired(args, all, options)).length, 2, name);
    else assert.match((await refusals(repaired(args, all, options))).join(), /^(\/l type| required)$/, name);
  }
});

test("a schema that is not spent on is not repaired by", async () => {
  // Of 50 references one after another none is left for what they lead to.
  const chain = Array.from({ length: 50 }, (_, i) => `"d${i}":{"$ref":"#/$defs/d${i + 1}"}`);
  const schema = text(`{"$ref":"#/$defs/d0","$defs":{${chain.join(",")},"d50":{"properties":{"o":{"type":"object"}}}}}`);
  assert.deepEqual(await repaired('{"o":"{}"}', all, { schema }), ['{"o":{}}', "/o EncodedContainers"]);
  assert.deepEqual(await refusals(repaired('{"o":"{}"}', all, { schema, limits: { applications: 40 } })), [" parse"]);
});

test("parameters of the framework are left alone, at the root only", async () => {
  const schema = new FunctionSchema(
    declare({ name: "own", parameters: { tenant: injected(string(), { source: "ctx", key: "tenant" }), file: optional(bytes()) }, returns: string(), run: ({ tenant }) => tenant }),
    { repairs: all, resolvers: { ctx: () => "acme" } },
  );
  const call = await schema.bind(text('{"tenant":null,"file":"-_8"}'), live());
  assert.deepEqual([call.args, call.repairs], ['{"file":"+/8="}', [{ pointer: "/file", repair: "Base64Spelling" }]]);
});

test("a name that is none is refused", () => {
  assert.throws(
    () => new FunctionSchema({ name: "none" }, { repairs: ["Everything" as never] }),
    (error) => error instanceof FunctionError && error.code === "INVALID_SCHEMA" && error.violations[0]?.keyword === "repairs" && error.message.includes("Everything"),
  );
});

test("other spellings of base64", () => {
  const rows: [name: string, text: string, want: string | undefined][] = [
    ["standard", "+/8=", undefined], ["empty", "", undefined], ["no padding", "+/8", "+/8="], ["two characters short", "AA", "AA=="],
    ["URL-safe", "-_8=", "+/8="], ["URL-safe, no padding", "-_8", "+/8="], ["URL-safe, none needed", "-_-_", "+/+/"],
    ["half a padding", "AA=", undefined], ["too much padding", "AQI==", undefined], ["both alphabets", "-/8=", undefined],
    ["a tail that is not zero", "-_9", undefined], ["a line break", "-_8=\n", undefined], ["a line break, no padding", "AAAA\r\nAA", undefined],
    ["one letter", "A", undefined], ["a space", "AA ==", undefined], ["text", "hello world", undefined],
  ];
  for (const [name, text, want] of rows) assert.equal(base64Standard(text), want, name);
});

test("null is judged as Ajv judges it", () => {
  const parts = ["{}", "false", '{"type":"null"}', '{"type":["null","string"]}', '{"type":"string"}', '{"const":null}', '{"enum":[1,null]}', '{"enum":[1]}',
    '{"minimum":5,"required":["a"],"minLength":3,"items":false,"format":"date"}', '{"$ref":"#/$defs/n"}', '{"$ref":"#/$defs/s"}'];
  const wholes = parts.flatMap((a) => [a, `{"not":${a}}`, ...parts.flatMap((b) => [
    `{"allOf":[${a},${b}]}`, `{"anyOf":[${a},${b}]}`, `{"oneOf":[${a},${b}]}`, `{"if":${a},"then":${b}}`, `{"if":${a},"else":${b}}`,
  ])]);
  const properties = wholes.map((whole, i) => `"${i}":${whole}`).join(",");
  const schema = compileSchema(readText(`{"properties":{${properties}},"$defs":{"n":{"type":"null"},"s":{"type":"string"}}}`, defaultLimits));
  const nulls = readText(`{${wholes.map((_, i) => `"${i}":null`).join(",")}}`, defaultLimits);
  const refused = new Set(schema.judge(nulls, { ...defaultLimits, violations: Infinity }).violations.map((v) => v.pointer));
  const nullity = new Nullity(schema.dynamic);
  for (const [i, whole] of wholes.entries()) assert.equal(nullity.admits(schema.root.properties.get(String(i))!, () => {}), !refused.has(`/${i}`), whole);
});

test("what a dynamic reference means is not taken for known", () => {
  const source = '{"$id":"a:","$dynamicAnchor":"n","type":"object","properties":{"p":{"$ref":"b:"}},"$defs":{"b":{"$id":"b:","$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n","type":"null"}}}}}';
  const schema = compileSchema(readText(source, defaultLimits));
  assert.ok(schema.dynamic);
  assert.equal(new Nullity(true).admits(schema.root, () => {}), false);
  assert.equal(new Nullity(true).admits(schema.root.properties.get("p")!, () => {}), false);
  assert.ok(schema.judge(nullTree, defaultLimits).violations.length > 0);
});
