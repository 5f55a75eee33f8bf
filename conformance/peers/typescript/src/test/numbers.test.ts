import assert from "node:assert/strict";
import { test } from "node:test";

import { roundToFloat32 } from "../binding/float.js";
import { Decimal, isIntegral } from "../numbers.js";

test("numbers compare by their exact value", () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ["9007199254740993", "9007199254740992", 1],
    ["1e400", "1e399", 1],
    ["-1e-400", "0", -1],
    ["1.50", "15e-1", 0],
    ["-0", "0", 0],
    ["-2", "-10", 1],
    ["0.1", "0.10000000000000000000001", -1],
  ];
  for (const [a, b, want] of rows) assert.equal(Math.sign(Decimal.parse(a).compare(Decimal.parse(b))), want, `${a} and ${b}`);
});

test("multiples are exact", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["0.3", "0.1", true], ["19.99", "0.01", true], ["1e308", "0.5", true], ["1e1000", "3", false], ["3e1000", "3", true], ["0", "7", true],
    ["-9", "3", true], ["0.35", "0.1", false], ["1e-7", "1", false],
  ];
  for (const [n, divisor, want] of rows) assert.equal(Decimal.parse(n).multipleOf(Decimal.parse(divisor)), want, `${n} of ${divisor}`);
});

test("integers in every spelling", () => {
  for (const token of ["2.0", "1e3", "1.5e1", "0e-5", "-0.0"]) assert.ok(isIntegral(token), token);
  for (const token of ["1.5", "1e-1", "1.0000000000000000000000001"]) assert.ok(!isIntegral(token), token);
  assert.equal(Decimal.parse("12.5e1").toBigInt(), 125n);
});

test("float32 is rounded once", () => {
  // The double nearest to this lies exactly between two floats and would go to the even one.
  assert.equal(roundToFloat32("1.00000017881393432617187499"), 1.0000001192092896);
  assert.equal(roundToFloat32("1.00000017881393432617187501"), 1.000000238418579);
  assert.equal(roundToFloat32("-1.00000017881393432617187501"), -1.000000238418579);
  assert.equal(roundToFloat32("16777217"), 16777216);
  assert.equal(roundToFloat32("3.5e38"), Infinity);
  assert.equal(roundToFloat32("1e-60"), 0);
});
