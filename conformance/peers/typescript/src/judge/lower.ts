import { fullFormats } from "ajv-formats/dist/formats.js";

import { isBase64, isDateTime } from "../lexical.js";
import type { Decimal } from "../numbers.js";
import { compilePattern } from "../pattern/pattern.js";
import type { Choice, NumberKeyword, Resource, SchemaNode } from "../schema/node.js";
import { type Tree, write } from "../tree.js";
import { type Check, escapeName, isNumber, isOfType, isOneOf, isText, isUnique, unescapeName } from "./datum.js";
import type { Judgement } from "./judgement.js";
import type { Assertion, BranchKeyword, ChoiceKeyword, Closed, Contains, FrameKeyword } from "./keywords.js";

type Lowered = Record<string, unknown>;

/** What the dynamic anchors mean on the way to a schema: the outermost resource that has one decides. */
type Scope = ReadonlyMap<string, SchemaNode>;

const numberChecks: Record<NumberKeyword, (n: Decimal, bound: Decimal) => boolean> = {
  minimum: (n, bound) => n.compare(bound) >= 0,
  maximum: (n, bound) => n.compare(bound) <= 0,
  exclusiveMinimum: (n, bound) => n.compare(bound) > 0,
  exclusiveMaximum: (n, bound) => n.compare(bound) < 0,
  multipleOf: (n, bound) => bound.sign <= 0 || n.multipleOf(bound),
};
const numberTexts: Record<NumberKeyword, string> = {
  minimum: "must be at least", maximum: "must be at most", exclusiveMinimum: "must be more than", exclusiveMaximum: "must be less than",
  multipleOf: "must be a multiple of",
};

/**
 * Writes nodes as a schema for Ajv. Every schema that is referred to becomes a
 * definition, once for each meaning that its dynamic anchors have on the way to it,
 * so that Ajv resolves nothing but #/$defs.
 */
export class Lowering {
  readonly definitions: Record<string, Lowered | boolean> = {};
  private readonly names = new Map<SchemaNode, Map<string, string>>();
  private readonly targets = new Set<SchemaNode>();
  private readonly pending: (() => void)[] = [];
  private readonly dynamic: boolean;
  private readonly unevaluates: boolean;
  private count = 0;

  constructor(nodes: readonly SchemaNode[]) {
    this.dynamic = nodes.some((n) => n.dynamicRef?.anchor !== undefined);
    this.unevaluates = nodes.some((n) => n.unevaluatedItems || n.unevaluatedProperties);
    for (const node of nodes) {
      if (node.ref) this.targets.add(node.ref);
      if (node.dynamicRef) {
        this.targets.add(node.dynamicRef.initial);
        for (const { resource } of nodes) if (node.dynamicRef.anchor !== undefined) this.addAnchor(resource, node.dynamicRef.anchor);
      }
    }
  }

  private addAnchor(resource: Resource, anchor: string): void {
    const node = resource.dynamic.get(anchor);
    if (node) this.targets.add(node);
  }

  /** The reference of a definition that judges by a node alone. */
  entry(node: SchemaNode): string {
    this.targets.add(node);
    const reference = this.reference(node, new Map());
    for (let next = this.pending.shift(); next; next = this.pending.shift()) next();
    return reference;
  }

  private reference(node: SchemaNode, scope: Scope): string {
    const key = [...scope].map(([anchor, target]) => `${anchor} ${target.resource.address} ${target.pointer}`).sort().join("\n");
    let byScope = this.names.get(node);
    if (!byScope) this.names.set(node, (byScope = new Map()));
    let name = byScope.get(key);
    if (name === undefined) {
      name = `d${this.count++}`;
      byScope.set(key, name);
      const own = name;
      this.pending.push(() => (this.definitions[own] = this.schemaObject(node, scope)));
    }
    return `#/$defs/${name}`;
  }

  private schema(node: SchemaNode, scope: Scope): Lowered | boolean {
    if (node.boolean !== undefined) return node.boolean;
    return this.targets.has(node) ? { "fs:ref": this.reference(node, scope) } : this.schemaObject(node, scope);
  }

  private enter(scope: Scope, resource: Resource): Scope {
    if (!this.dynamic) return scope;
    let inner: Map<string, SchemaNode> | undefined;
    for (const [anchor, node] of resource.dynamic) if (!scope.has(anchor)) (inner ??= new Map(scope)).set(anchor, node);
    return inner ?? scope;
  }

  private schemaObject(node: SchemaNode, outer: Scope): Lowered | boolean {
    if (node.boolean !== undefined) return node.boolean;
    const scope = this.enter(outer, node.resource);
    const heads: Lowered[] = [];
    if (node.types) heads.push({ "fs:type": assertion(isOfType(node.types), `must be of type ${node.types.join(" or ")}`) });
    if (node.constant) heads.push({ "fs:const": assertion(isOneOf([node.constant]), `must be ${write(node.constant)}`) });
    if (node.enumeration) heads.push({ "fs:enum": assertion(isOneOf(node.enumeration), `must be one of ${list(node.enumeration)}`) });
    let body: Lowered = {};
    this.values(node, body);
    this.strings(node, body);
    this.arrays(node, scope, body);
    this.objects(node, scope, body);
    this.inPlace(node, scope, body);
    if (this.unevaluates) body = this.framed(node, scope, body);
    const narrow = heads.length === 1 && node.types && needsNoGate(node.types, body);
    if (narrow) Object.assign(body, heads[0]);
    else for (const head of heads.reverse()) body = Object.keys(body).length === 0 ? head : { "fs:gate": { head, body } };
    body["fs:tick"] = true;
    return body;
  }

  private values(node: SchemaNode, body: Lowered): void {
    for (const [keyword, bound] of node.numbers) {
      body[`fs:${keyword}`] = assertion(isNumber((n) => numberChecks[keyword](n, bound)), `${numberTexts[keyword]} ${bound.toString()}`);
    }
    if (node.assertion === "date-time") body["fs:format"] = assertion(isText(isDateTime), "must be a date-time of RFC 3339 such as 2006-01-02T15:04:05Z");
    if (node.assertion === "base64") body["fs:contentEncoding"] = assertion(isText(isBase64), "must be base64 (RFC 4648 standard alphabet, with padding)");
    const format = node.format === undefined ? undefined : formatOf(node.format);
    if (format && !node.assertion) body["fs:format"] = assertion(isText(format), `must be of format ${node.format}`);
  }

  private strings(node: SchemaNode, body: Lowered): void {
    for (const keyword of ["minLength", "maxLength"] as const) if (node.counts.has(keyword)) body[keyword] = node.counts.get(keyword);
    if (node.pattern) body["pattern"] = node.pattern.source;
  }

  private arrays(node: SchemaNode, scope: Scope, body: Lowered): void {
    for (const keyword of ["minItems", "maxItems"] as const) if (node.counts.has(keyword)) body[keyword] = node.counts.get(keyword);
    if (node.uniqueItems) body["fs:uniqueItems"] = assertion(isUnique, "must not have an item twice");
    const prefix = node.prefixItems?.length ?? 0;
    if (prefix > 0) body["prefixItems"] = node.prefixItems!.map((n) => this.schema(n, scope));
    if (node.items?.isFalse) {
      body["fs:items"] = assertion((d) => !Array.isArray(d) || d.length <= prefix, `must have at most ${prefix} items`);
    } else if (node.items) body["items"] = this.schema(node.items, scope);
    if (node.contains) {
      const contains: Contains = {
        schema: this.schema(node.contains, scope), min: node.counts.get("minContains"), max: node.counts.get("maxContains"), marks: this.unevaluates,
      };
      body["fs:contains"] = contains;
    }
  }

  private objects(node: SchemaNode, scope: Scope, body: Lowered): void {
    for (const keyword of ["minProperties", "maxProperties"] as const) if (node.counts.has(keyword)) body[keyword] = node.counts.get(keyword);
    if (node.required.length > 0) body["required"] = node.required.map(escapeName);
    const named = <T>(entries: Iterable<readonly [string, T]>) => Object.fromEntries([...entries].map(([name, value]) => [escapeName(name), value]));
    if (node.dependentRequired.size > 0) {
      body["dependentRequired"] = named([...node.dependentRequired].map(([name, names]) => [name, names.map(escapeName)] as const));
    }
    const dependents = new Map<string, (Lowered | boolean)[]>();
    for (const [name, schema] of node.dependentSchemas) dependents.set(name, [...(dependents.get(name) ?? []), this.schema(schema, scope)]);
    if (dependents.size > 0) {
      body["dependentSchemas"] = named([...dependents].map(([name, schemas]) => [name, schemas.length === 1 ? schemas[0]! : { allOf: schemas }] as const));
    }
    if (node.properties.size > 0) body["properties"] = named([...node.properties].map(([name, n]) => [name, this.schema(n, scope)] as const));
    if (node.patternProperties.length > 0) {
      body["patternProperties"] = Object.fromEntries(node.patternProperties.map((p) => [p.source, this.schema(p.schema, scope)]));
    }
    if (node.additionalProperties?.isFalse) {
      const closed: Closed = { declares: (name) => node.declares(unescapeName(name)), names: [...node.properties.keys()] };
      body["fs:additionalProperties"] = closed;
    } else if (node.additionalProperties) body["additionalProperties"] = this.schema(node.additionalProperties, scope);
    if (node.propertyNames) body["fs:propertyNames"] = this.schema(node.propertyNames, scope);
  }

  private inPlace(node: SchemaNode, scope: Scope, body: Lowered): void {
    const all = (node.allOf ?? []).map((n) => this.schema(n, scope));
    if (node.ref) all.push(this.schema(node.ref, scope));
    if (node.dynamicRef) {
      const { initial, anchor } = node.dynamicRef;
      all.push(this.schema((anchor === undefined ? undefined : scope.get(anchor)) ?? initial, scope));
    }
    for (const [choice, branches, keyword] of [[node.anyChoice, node.anyOf, "fs:anyOf"], [node.oneChoice, node.oneOf, "fs:oneOf"]] as const) {
      if (choice) all.push({ "fs:choice": this.choice(choice, keyword === "fs:oneOf", scope) });
      else if (branches) body[keyword] = branches.map((n) => this.branch(n, scope, true));
    }
    if (this.unevaluates) body["fs:everyBranch"] = true;
    if (all.length > 0) body["allOf"] = all;
    if (node.not) body["not"] = this.branch(node.not, scope, false);
    if (node.if && (node.then || node.else || this.unevaluates)) {
      body["if"] = this.branch(node.if, scope, true);
      body["then"] = node.then ? this.schema(node.then, scope) : { "fs:tick": true };
      if (node.else) body["else"] = this.schema(node.else, scope);
    }
  }

  private branch(node: SchemaNode, scope: Scope, counts: boolean): Lowered | boolean {
    const schema = this.schema(node, scope);
    if (!this.unevaluates || typeof schema === "boolean") return schema;
    const branch: BranchKeyword = { schema, counts };
    return { "fs:branch": branch };
  }

  private choice(choice: Choice, only: boolean, scope: Scope): ChoiceKeyword {
    if (choice.kind === "nullable") return { kind: "nullable", only, 0: this.schema(choice.schema, scope) };
    return {
      kind: "discriminated",
      property: escapeName(choice.property),
      checks: choice.values.map((v) => isOneOf([v])),
      ...Object.fromEntries(choice.branches.map((n, i) => [i, this.schema(n, scope)])),
    };
  }

  private framed(node: SchemaNode, scope: Scope, body: Lowered): Lowered {
    const frame: FrameKeyword = {
      body,
      marks: marksOf(node),
      unevaluatedProperties: node.unevaluatedProperties && this.schema(node.unevaluatedProperties, scope),
      unevaluatedItems: node.unevaluatedItems && this.schema(node.unevaluatedItems, scope),
      names: [...node.properties.keys()],
    };
    return { "fs:frame": frame };
  }
}

function assertion(check: Check, accepts: string): Assertion {
  return { check, accepts };
}

const longest = 200;

function list(values: readonly Tree[]): string {
  const text = values.map(write).join(", ");
  return text.length > longest ? text.slice(0, longest).replace(/[\ud800-\udbff]$/, "") + "…" : text;
}

const groups: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ["string", ["minLength", "maxLength", "pattern", "fs:format", "fs:contentEncoding"]],
  ["array", ["minItems", "maxItems", "fs:uniqueItems", "prefixItems", "items", "fs:items", "fs:contains"]],
  ["object", ["minProperties", "maxProperties", "required", "dependentRequired", "dependentSchemas", "properties", "patternProperties",
    "additionalProperties", "fs:additionalProperties", "fs:propertyNames"]],
];

/** Whether no keyword of a body can refuse a value of another type: then a failed type hides nothing. */
function needsNoGate(types: readonly string[], body: Lowered): boolean {
  const harmless = new Set(groups.flatMap(([type, keywords]) => (types.includes(type) ? keywords : [])));
  return Object.keys(body).every((keyword) => harmless.has(keyword));
}

/** What a schema object's own keywords evaluate of an instance. */
function marksOf(node: SchemaNode): FrameKeyword["marks"] {
  const prefix = node.prefixItems?.length ?? 0;
  if (node.properties.size + node.patternProperties.length + prefix === 0 && !node.additionalProperties && !node.items) return undefined;
  return (data: unknown, judgement: Judgement) => {
    if (Array.isArray(data)) {
      const end = node.items ? data.length : Math.min(prefix, data.length);
      for (let i = 0; i < end; i++) judgement.mark(i);
    } else if (typeof data === "object" && data !== null) {
      for (const key of Object.keys(data)) if (node.additionalProperties || node.declares(unescapeName(key))) judgement.mark(key);
    }
  };
}

const formatNames = new Set(["date", "time", "date-time", "duration", "uri", "uri-reference", "uri-template", "email", "hostname", "ipv4", "ipv6",
  "uuid", "json-pointer", "relative-json-pointer"]);

/** The check of a format that is asserted, or undefined if none is known. */
function formatOf(name: string): ((text: string) => boolean) | undefined {
  if (name === "regex") {
    return (text) => {
      try {
        compilePattern(text, false);
        return true;
      } catch {
        return false;
      }
    };
  }
  const format: unknown = formatNames.has(name) ? fullFormats[name as keyof typeof fullFormats] : undefined;
  const check = typeof format === "object" && format !== null && "validate" in format ? format.validate : format;
  if (check instanceof RegExp) return (text) => check.test(text);
  return typeof check === "function" ? (text) => check(text) === true : undefined;
}
