import assert from "node:assert/strict";
import { test } from "node:test";

import { defaultLimits } from "../limits.js";
import { ReadError, read, readText } from "../reader.js";
import { canonical, write } from "../tree.js";

const refused: readonly (readonly [text: string | Uint8Array, reason: string, why: string])[] = [
  ["", "syntax", "no value"],
  [" \n", "syntax", "white space alone"],
  ["\ufeff{}", "syntax", "a byte order mark"],
  ["{} x", "trailing-data", "something behind the value"],
  ["{}{}", "trailing-data", "a second value"],
  ['{"a":1,"\\u0061":2}', "duplicate-key", "a name twice, once escaped"],
  ['{"a":1,', "truncated", "the end in an object"],
  ['"\\u12', "truncated", "the end in an escape"],
  ['"\\ud83d', "truncated", "the end in a surrogate pair"],
  ["tru", "truncated", "the end in a word"],
  ["-", "truncated", "the end in a number"],
  ["1e+", "truncated", "the end in an exponent"],
  ["trux", "syntax", "another word"],
  ["NaN", "syntax", "no JSON"],
  ["01", "syntax", "a leading zero"],
  ["-01", "syntax", "a leading zero behind a sign"],
  ["1.e5", "syntax", "no digit behind the point"],
  ["[1,]", "syntax", "a comma too many"],
  ['"\t"', "syntax", "a control character"],
  ['"\\x"', "syntax", "an unknown escape"],
  ['"\\ud800x"', "surrogate", "half a pair"],
  ['"\\udc00\\ud800"', "surrogate", "a pair in the wrong order"],
  [Uint8Array.of(0x22, 0xff, 0x22), "utf8", "a byte that begins no character"],
  [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "utf8", "a surrogate as bytes"],
  ["7".repeat(1_001), "number", "a digit too many"],
  ["1e1001", "number", "an exponent too large"],
  ["[".repeat(129), "depth", "a container too deep"],
];

test("texts that are refused", () => {
  for (const [text, reason, why] of refused) {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    assert.throws(
      () => read(bytes, defaultLimits),
      (error) => error instanceof ReadError && error.reason === reason,
      `${why}: want ${reason}`,
    );
  }
});

test("texts stay as they were written", () => {
  for (const text of ['{"10":1,"2":1.50,"__proto__":[1e3]}', ' {"a" : "\\/"} ', "-0", "12345678901234567890.0"]) {
    assert.equal(write(readText(text, defaultLimits)), text.trim());
  }
});

test("the place of a duplicate name is its object", () => {
  assert.throws(() => readText('{"a/b":[0,{"c":1,"c":2}]}', defaultLimits), { pointer: "/a~1b/1", property: "c" });
});

test("equal values have one canonical text", () => {
  const rows = [
    ['{"b":1,"a":2.0}', '{"a":2,"b":1}', "members by name, numbers by value"],
    ['{"\uffff":1,"\u{10000}":2}', '{"\uffff":1,"\u{10000}":2}', "names by code point and not by UTF-16 unit"],
    ["[1e21,1e20,-0,1e-7,0.000001]", "[1e+21,100000000000000000000,0,1e-7,0.000001]", "ECMAScript's layout"],
    ["9007199254740993.0", "9007199254740993", "exactly"],
  ] as const;
  for (const [text, want, why] of rows) assert.equal(canonical(readText(text, defaultLimits)), want, why);
});
