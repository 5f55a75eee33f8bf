import assert from "node:assert/strict";
import { test } from "node:test";

import { serve } from "../peer/protocol.js";

/** Sends a stream in pieces and returns the answers. */
async function ask(pieces: readonly (string | Buffer)[]): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  async function* input() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  await serve(input(), async (line) => {
    assert.ok(line.endsWith("\n") && line.indexOf("\n") === line.length - 1);
    answers.push(JSON.parse(line) as Record<string, unknown>);
  });
  return answers;
}

test("only LF ends a line", async () => {
  const call = '{"id":2,"cmd":"call","handle":"1","argumentsText":"{\\"command\\":\\"a\u2028b\\r\\u0085\\"}"}';
  const answers = await ask(['{"id":1,"cmd":"construct","subject":{"function":"exact"}}\n' + call.slice(0, 70), call.slice(70) + "\n"]);
  assert.equal(answers.length, 2);
  assert.deepEqual((answers[1]!["result"] as { violations?: unknown; error?: { violations: unknown[] } }).error?.violations.length, 1); // the raw CR
});

test("what is not known is answered so", async () => {
  assert.deepEqual(await ask(['{"id":1,"cmd":"dance"}\n']), [{ id: 1, error: { code: "UNKNOWN_COMMAND" } }]);
  assert.deepEqual(await ask(['{"id":1,"cmd":"hello","protocol":[9]}\n{"id":2,"cmd":"bye"}\n']), [{ id: 1, error: { code: "UNSUPPORTED_PROTOCOL" } }]);
  const [unknown] = await ask(['{"id":1,"cmd":"construct","subject":{"function":"nobody"}}\n']);
  assert.ok(unknown!["internal"]);
});

test("what was repaired is told, and nothing of what was not", async () => {
  const [, repaired, valid] = await ask([
    '{"id":1,"cmd":"construct","subject":{"function":"ping","repairs":["EmptyArguments"]}}\n',
    '{"id":2,"cmd":"call","handle":"1","argumentsText":""}\n{"id":3,"cmd":"call","handle":"1","argumentsText":"{}"}\n',
  ]);
  assert.deepEqual((repaired!["result"] as { applied: unknown }).applied, [{ pointer: "", repair: "EmptyArguments" }]);
  assert.ok(!("applied" in (valid!["result"] as object)));
});

test("bye ends the conversation, and so does the end of input", async () => {
  assert.equal((await ask(['{"id":1,"cmd":"bye"}\n{"id":2,"cmd":"bye"}\n'])).length, 1);
  assert.equal((await ask(['{"id":1,"cmd":"release","handle":"9"}\n'])).length, 1);
});

test("a request that is not UTF-8 comes back byte for byte", async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]).toString("base64");
  const [, call] = await ask([
    '{"id":1,"cmd":"construct","subject":{"function":"ping"}}\n',
    `{"id":2,"cmd":"call","handle":"1","argumentsBase64":"${bytes}"}\n`,
  ]);
  assert.equal((call!["result"] as { requestAfterBase64: string }).requestAfterBase64, bytes);
});
