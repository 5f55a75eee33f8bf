import { join, quote } from "../text.js";
import { type Tree, member, membersOf, textOf } from "../tree.js";
import type { Violation } from "../violation.js";
import { annotations, eachSubschema, identifiers, isKeyword } from "./vocabulary.js";

export const draft202012 = "https://json-schema.org/draft/2020-12/schema";
export const draft201909 = "https://json-schema.org/draft/2019-09/schema";
export const draft07 = "http://json-schema.org/draft-07/schema";
const sevens = [draft07, draft07.replace("http:", "https:")];

export function withoutHash(uri: string): string {
  return uri.endsWith("#") ? uri.slice(0, -1) : uri;
}

/**
 * Checks $schema at the root and at each embedded resource: absent or 2020-12 is
 * read as it is; draft-07 and 2019-09 are read as 2020-12 unless a keyword is there
 * whose meaning differs; any other is refused.
 */
export function dialectFaults(text: Tree, pointer: string, outer: string): Violation[] {
  const faults: Violation[] = [];
  const dialects = new Map([[pointer, outer]]);
  eachSubschema(text, pointer, (schema, at) => {
    const name = textOf(member(schema, "$schema"));
    if (name !== undefined && (at === "" || member(schema, "$id"))) {
      const uri = withoutHash(name);
      dialects.set(at, uri);
      if (![draft202012, draft201909, ...sevens].includes(uri)) {
        faults.push({
          pointer: join(at, "$schema"), keyword: "$schema",
          message: `the dialect ${quote(name)} is not read here: use ${draft202012} or leave $schema out`,
        });
      }
    }
    const uri = dialectAt(dialects, at);
    if (uri === draft201909 || sevens.includes(uri)) faults.push(...differences(schema, at, uri !== draft201909));
  });
  return faults;
}

function dialectAt(dialects: ReadonlyMap<string, string>, pointer: string): string {
  for (;;) {
    const uri = dialects.get(pointer);
    if (uri !== undefined) return uri;
    const end = pointer.lastIndexOf("/");
    if (end < 0) return "";
    pointer = pointer.slice(0, end);
  }
}

/** The keywords of a draft-07 or 2019-09 schema object whose meaning 2020-12 changed. */
function differences(schema: Tree, pointer: string, seven: boolean): Violation[] {
  const faults: Violation[] = [];
  const differs = (keyword: string, remedy: string) =>
    faults.push({ pointer: join(pointer, keyword), keyword, message: `${keyword} means something else in Draft 2020-12: ${remedy}` });
  for (const [name, value] of membersOf(schema)) {
    if (name === "items" && value.kind === "array") differs(name, "write a list of schemas as prefixItems and declare 2020-12");
    if (name === "additionalItems") differs(name, "write it as items beside prefixItems and declare 2020-12");
    if (name === "dependencies") differs(name, "write it as dependentRequired or dependentSchemas and declare 2020-12");
    if (name === "$recursiveRef") differs(name, "write it as $dynamicRef and declare 2020-12");
    if (name !== "$ref" || !seven) continue;
    for (const [sibling] of membersOf(schema)) {
      if (sibling !== "$ref" && isKeyword.has(sibling) && !annotations.has(sibling) && !identifiers.has(sibling)) {
        differs(sibling, "draft-07 ignores it beside $ref; remove it, or declare 2020-12, where it is asserted");
      }
    }
  }
  return faults;
}
