import { type Tree, itemsOf, membersOf } from "../tree.js";
import { join } from "../text.js";

/** What the value of a keyword holds: one schema, a list of them, or a map by name. */
const holds = new Map<string, "schema" | "list" | "map">([
  ...["additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties"].map((k) => [k, "schema"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((k) => [k, "list"] as const),
  ...["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"].map((k) => [k, "map"] as const),
]);

/** The keywords of Draft 2020-12 that assert or apply. */
export const isKeyword: ReadonlySet<string> = new Set([
  ...holds.keys(), "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
  "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
  "maxProperties", "minProperties", "required", "dependentRequired", "$dynamicRef",
]);

/** The keywords that assert nothing. */
export const annotations: ReadonlySet<string> = new Set([
  "$comment", "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "format",
  "contentEncoding", "contentMediaType", "contentSchema",
]);

/** The keywords that name or keep schemas. */
export const identifiers: ReadonlySet<string> = new Set(["$schema", "$id", "$anchor", "$defs", "definitions", "$vocabulary"]);

export function isSchema(tree: Tree | undefined): boolean {
  return tree?.kind === "object" || tree?.kind === "boolean";
}

/** Visits the schemas that the keywords of one schema hold, in the order of the text. */
export function eachChild(schema: Tree, pointer: string, visit: (child: Tree, pointer: string) => void): void {
  const see = (child: Tree, at: string) => {
    if (isSchema(child)) visit(child, at);
  };
  for (const [keyword, value] of membersOf(schema)) {
    const at = join(pointer, keyword);
    switch (holds.get(keyword)) {
      case "schema":
        see(value, at);
        break;
      case "list":
        itemsOf(value).forEach((item, i) => see(item, join(at, i)));
        break;
      case "map":
        for (const [name, entry] of membersOf(value)) see(entry, join(at, name));
    }
  }
}

/** Visits a schema and all schemas within it, reached or not, each before those within it. */
export function eachSubschema(schema: Tree, pointer: string, visit: (schema: Tree, pointer: string) => void): void {
  visit(schema, pointer);
  eachChild(schema, pointer, (child, at) => eachSubschema(child, at, visit));
}
