import assert from "node:assert/strict";
import { test } from "node:test";

import { compilePattern } from "../pattern/pattern.js";

test("patterns match as ECMA-262 with u does", () => {
  const texts = ["", "a", "ab", "aab", "b\na", "a cat sat", "é", "\u{1f600}", "\u2028", "x".repeat(70), "2024-01-02", "_", "a-b"];
  const patterns = [
    "", "a", "^a$", "a$", "^a", "^$", "\\bcat\\b", "\\Bat", "^.$", "^[^]$", "^\\P{L}+$", "^\\p{Letter}+$", "^\\p{Script=Latin}+$", "(a|b)*b", "^(?:a|ab)(?:c|b)?$",
    "^a{2}b?$", "^x{64,70}$", "^(?:x{5}){3,}$", "^\\d{4}-\\d\\d-\\d\\d$", "[\\s\\S]", "^\\w$", "^[a\\-b]+$", "(?<year>\\d+)", "a+?b", "^(a?)*$", "(|a)+b",
    "^\\u{1F600}$", "^\\ud83d\\ude00$", "^[\\u{1F600}-\\u{1F64F}]$", "a||b", "\\x61\\u0062",
  ];
  for (const pattern of patterns) {
    const native = new RegExp(pattern, "u");
    for (const text of texts) assert.equal(compilePattern(pattern, false).matches(text), native.test(text), `${pattern} on ${JSON.stringify(text)}`);
  }
});

test("patterns that are refused", () => {
  for (const pattern of ["(?=a)", "(?<!a)b", "(a)\\1", "\\k<a>", "(?i)a", "(?P<n>a)", "\\Aa", "\\p{Print}", "(a", "a)", "*a", "a{3,1}", "[z-a]", "[\\w-z]", "{", "^*", "\\"]) {
    assert.throws(() => compilePattern(pattern, false), Error, pattern);
  }
});

test("patterns outside the portable subset", () => {
  for (const pattern of [".", "\\s", "\\D", "\\bx", "\\p{L}", "(?<n>a)", "a+?", "a{1001}", "[^]", "\\u{41}", "\\0"]) {
    compilePattern(pattern, false);
    assert.throws(() => compilePattern(pattern, true), Error, pattern);
  }
  for (const pattern of ["^[a-z_]+$", "(?:a|b){1,1000}", "\\d\\w\\.\\/", "\\x41\\u0042"]) compilePattern(pattern, true);
});

test("no pattern takes more than linear time", () => {
  const text = "a".repeat(5_000) + "!";
  for (const pattern of ["^(a+)+$", "^(a|aa)*$", "(a*)*b", "^(?:a?){30}a{30}$", "a*a*a*a*c"]) {
    const start = performance.now();
    assert.equal(compilePattern(pattern, false).matches(text), false, pattern);
    assert.ok(performance.now() - start < 5_000, `${pattern} took ${performance.now() - start} ms`);
  }
});

test("counts are bounded together", () => {
  assert.ok(compilePattern("^.{1,131072}$", false).matches("x"));
  assert.throws(() => compilePattern("(?:a{1000}){1000}", false));
  assert.ok(compilePattern("(?:(?:){9}){1000000000}", false).matches(""));
});
