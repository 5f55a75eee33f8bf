import { createRequire } from "node:module";

import { defaultLimits } from "../limits.js";
import { readText } from "../reader.js";
import type { Tree } from "../tree.js";
import { draft07, draft201909, draft202012, withoutHash } from "./dialect.js";

const require = createRequire(import.meta.url);

let documents: Map<string, Tree> | undefined;

/**
 * The metaschemas of the dialects that rule 11 reads, by address, as Ajv carries
 * them. They are the only documents that a reference can name without being part of
 * the schema.
 */
export function bundled(): ReadonlyMap<string, Tree> {
  if (documents) return documents;
  documents = new Map();
  const files = [
    "json-schema-draft-07.json",
    ...["schema", "meta/applicator", "meta/content", "meta/core", "meta/format", "meta/meta-data", "meta/validation"].map((f) => `json-schema-2019-09/${f}.json`),
    ...["schema", "meta/applicator", "meta/content", "meta/core", "meta/format-annotation", "meta/meta-data", "meta/unevaluated", "meta/validation"].map(
      (f) => `json-schema-2020-12/${f}.json`,
    ),
  ];
  for (const file of files) {
    const text = JSON.stringify(require(`ajv/dist/refs/${file}`))
      // 2019-09 says $recursiveRef where 2020-12 says $dynamicRef.
      .replaceAll('"$recursiveRef":"#"', '"$dynamicRef":"#recursive"')
      .replaceAll('"$recursiveAnchor":true', '"$dynamicAnchor":"recursive"');
    const document = readText(text, defaultLimits);
    const id = document.kind === "object" ? document.members.get("$id") : undefined;
    if (id?.kind === "string") documents.set(withoutHash(id.text), document);
  }
  for (const address of [draft07, draft201909, draft202012]) {
    if (!documents.has(address)) throw new Error(`the metaschema ${address} is missing from this build`);
  }
  return documents;
}
