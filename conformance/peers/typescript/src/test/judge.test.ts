import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join as path } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { defaultLimits } from "../limits.js";
import { readText } from "../reader.js";
import { SchemaError, compileSchema } from "../schema/compile.js";
import { itemsOf, member, textOf } from "../tree.js";

function judge(schema: string, instance: string): string[] {
  const compiled = compileSchema(readText(schema, defaultLimits), { anyRoot: true });
  return compiled
    .judge(readText(instance, defaultLimits), defaultLimits)
    .violations.map((v) => [v.pointer, v.keyword, v.property].filter((s) => s !== undefined).join(" "));
}

test("violations in normal form", () => {
  const rows: readonly (readonly [schema: string, instance: string, want: string[], why: string])[] = [
    ['{"maximum":9007199254740992}', "9007199254740993", [" maximum"], "numbers are exact"],
    ['{"enum":[100]}', "1e2", [], "equal numbers in two spellings"],
    ['{"const":1}', "true", [" const"], "true is no number"],
    ['{"uniqueItems":true}', '[{"a":1,"b":2},{"b":2.0,"a":1}]', [" uniqueItems"], "equal objects in two orders"],
    ['{"type":"string","enum":["a"],"minimum":9}', "5", [" type"], "a failed type hides the rest"],
    ['{"properties":{"__proto__":{"type":"number"}},"additionalProperties":false}', '{"__proto__":"x"}', ["/__proto__ type"], "__proto__ is a name"],
    ['{"required":["toString"]}', "{}", [" required toString"], "nothing is inherited"],
    ['{"propertyNames":{"maxLength":9}}', '{"__proto__":1}', [], "a name is judged as it was written"],
    ['{"anyOf":[{"type":"integer"},{"$ref":"#/$defs/s"}],"$defs":{"s":{"maxLength":1,"type":"string"}}}', '"ab"', [" anyOf"], "branches stay silent, behind $ref too"],
    ['{"anyOf":[{"minimum":3},{"type":"null"}]}', "1", [" minimum"], "a nullable choice is transparent"],
    ['{"contains":{"type":"integer"},"minContains":2,"maxContains":3}', '[1,"a"]', [" minContains"], "too few"],
    ['{"prefixItems":[{"type":"integer"}],"contains":{"type":"string"},"unevaluatedItems":false}', '[1,"x","y"]', [], "contains evaluates what it matches"],
    ['{"if":{"properties":{"a":{"const":1}},"required":["a"]},"unevaluatedProperties":false}', '{"a":1}', [], "an if without then evaluates"],
    ['{"properties":{"a":{"unevaluatedProperties":false}},"unevaluatedProperties":false}', '{"a":{"x":1},"b":1}', ["/a unevaluatedProperties x"], "only the deepest"],
    ['{"enum":[]}', "1", [" enum"], "an empty enum refuses everything"],
    ['{"minLength":18446744073709551616}', '"a"', [" minLength"], "counts beyond 64 bits"],
    ['{"items":{"$ref":"#/$defs/x"},"$defs":{"x":{"items":{"type":"string"}}}}', '[[1,2],["a",3]]', ["/0/0 type", "/0/1 type", "/1/1 type"], "all that a reference finds"],
  ];
  for (const [schema, instance, want, why] of rows) assert.deepEqual(judge(schema, instance), want, why);
});

test("the budget is counted and the right answer is given within it", () => {
  const schema = '{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/n"}},{"type":"array","items":{"$ref":"#/$defs/n"}}]}}}';
  assert.deepEqual(judge(schema, "[".repeat(8) + "1" + "]".repeat(8)), [" anyOf"]);
  assert.deepEqual(judge(schema, "[".repeat(60) + "1" + "]".repeat(60)), [" parse"]);
});

test("a flood of violations is counted and cut", () => {
  const schema = compileSchema(readText('{"items":{"$ref":"#/$defs/s"},"$defs":{"s":{"type":"string"}}}', defaultLimits), { anyRoot: true });
  const report = schema.judge(readText(`[${Array(50_000).fill("1").join(",")}]`, defaultLimits), defaultLimits);
  assert.equal(report.violations.length, 32);
  assert.equal(report.more, 49_968);
});

/** Where the suite is kept beside the repository; it is never committed. */
const suite = fileURLToPath(new URL("../../../../../../shared/json-schema-test-suite/tests/draft2020-12", import.meta.url));

/** Reasons of the contract to refuse a schema of the suite: no document is loaded, and no dialect of one's own is read. */
const outside = /none is ever loaded|is not read here/;

test("every verdict of the JSON-Schema-Test-Suite", { skip: !existsSync(suite) && "../shared/json-schema-test-suite is not here" }, () => {
  let verdicts = 0;
  for (const folder of ["", "optional"]) {
    for (const file of readdirSync(path(suite, folder)).filter((f) => f.endsWith(".json"))) {
      for (const group of itemsOf(readText(readFileSync(path(suite, folder, file), "utf8"), defaultLimits))) {
        let schema;
        try {
          schema = compileSchema(member(group, "schema")!, { anyRoot: true, lenientDefaults: true });
        } catch (error) {
          assert.ok(error instanceof SchemaError && error.violations.some((v) => outside.test(v.message)), `${file}: ${textOf(member(group, "description"))}`);
          continue;
        }
        for (const one of itemsOf(member(group, "tests"))) {
          const want = member(one, "valid");
          const valid: boolean = schema.judge(member(one, "data")!, defaultLimits).violations.length === 0;
          assert.equal(valid, want?.kind === "boolean" && want.value, `${file}: ${textOf(member(group, "description"))}: ${textOf(member(one, "description"))}`);
          verdicts++;
        }
      }
    }
  }
  assert.ok(verdicts > 1_300, `only ${verdicts} verdicts`);
});
