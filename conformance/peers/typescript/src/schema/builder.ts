import { resolveURI } from "../uri.js";

import { Decimal } from "../numbers.js";
import { type Pattern, compilePattern } from "../pattern/pattern.js";
import { join, quote } from "../text.js";
import { type Tree, at, itemsOf, member, membersOf, textOf } from "../tree.js";
import type { Violation } from "../violation.js";
import { withoutHash } from "./dialect.js";
import { bundled } from "./metaschema.js";
import { type Assertion, type CountKeyword, type NumberKeyword, type Resource, SchemaNode } from "./node.js";
import { eachChild, isSchema } from "./vocabulary.js";

/** The address of the schema that is compiled. Nothing is ever loaded from it. */
export const base = "fscheck:///schema";

export interface BuildOptions {
  /** Derived from native types: patterns are of the portable subset. */
  readonly declared: boolean;
  /** The schema objects whose format or encoding is asserted. */
  readonly asserted: ReadonlyMap<Tree, Assertion>;
  /** format is an assertion. */
  readonly formats: boolean;
  /** Judges a schema that stands where no keyword holds schemas and is referred to. */
  readonly textFaults: (text: Tree, pointer: string, dialect: string) => Violation[];
}

const numberKeywords: readonly NumberKeyword[] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const countKeywords: readonly CountKeyword[] = [
  "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties",
];

/** Turns a schema's text into nodes: first one for each schema in it, then what each says. */
export class Builder {
  /** In the order of the text; other documents as they were referred to. */
  readonly order: SchemaNode[] = [];
  readonly faults: Violation[] = [];
  private readonly documents = new Map<string, Tree>();
  private readonly resources = new Map<string, Resource>();
  private readonly nodes = new Map<string, Map<string, SchemaNode>>();

  constructor(private readonly options: BuildOptions) {}

  build(address: string, text: Tree): SchemaNode {
    this.open(address, text);
    for (let i = 0; i < this.order.length; i++) this.fill(this.order[i]!); // references add to it
    return this.node(address, "")!;
  }

  private open(address: string, text: Tree): Resource {
    this.documents.set(address, text);
    this.nodes.set(address, new Map());
    const root = this.resource(address, address, "", "");
    this.enter(root, "", text);
    return this.node(address, "")!.resource;
  }

  private resource(address: string, document: string, pointer: string, dialect: string): Resource {
    const resource = { address, document, pointer, dialect, anchors: new Map(), dynamic: new Map() };
    if (!this.resources.has(address)) this.resources.set(address, resource);
    return resource;
  }

  private node(document: string, pointer: string): SchemaNode | undefined {
    return this.nodes.get(document)?.get(pointer);
  }

  private enter(within: Resource, pointer: string, text: Tree): void {
    if (this.node(within.document, pointer)) return;
    const resource = this.identify(within, pointer, text);
    const node = new SchemaNode(text, pointer, resource);
    this.nodes.get(resource.document)!.set(pointer, node);
    this.order.push(node);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = textOf(member(text, keyword));
      if (name === undefined) continue;
      const other = resource.anchors.get(name);
      if (other && other !== node) {
        this.fault(resource, join(pointer, keyword), keyword, `another schema has the anchor ${quote(name)} too: give each its own`);
        continue;
      }
      resource.anchors.set(name, node);
      if (keyword === "$dynamicAnchor") resource.dynamic.set(name, node);
    }
    eachChild(text, pointer, (child, below) => this.enter(resource, below, child));
  }

  /** The resource of a schema: the one it stands in, or the one that its $id makes. */
  private identify(within: Resource, pointer: string, text: Tree): Resource {
    let resource = within;
    const id = textOf(member(text, "$id"))?.split("#")[0];
    if (id) {
      const address = resolveURI(within.address, id);
      if (address === undefined) {
        this.fault(within, join(pointer, "$id"), "$id", "this is no URI reference: write one, or leave $id out");
        return within;
      }
      const other = this.resources.get(address);
      if (other && (other.document !== within.document || other.pointer !== pointer)) {
        this.fault(within, join(pointer, "$id"), "$id", `another schema, at ${quote(other.pointer)}, has this $id too: give each its own`);
      }
      resource = this.resource(address, within.document, pointer, within.dialect);
    }
    const dialect = textOf(member(text, "$schema"));
    if (dialect !== undefined && resource.pointer === pointer) resource.dialect = withoutHash(dialect);
    return resource;
  }

  /** Faults of the bundled documents are nobody's. */
  private fault(resource: Resource, pointer: string, keyword: string, message: string): void {
    if (resource.document === base) this.faults.push({ pointer, keyword, message });
  }

  private fill(node: SchemaNode): void {
    const { source } = node;
    if (source.kind === "boolean") node.boolean = source.value;
    else if (source.kind === "object" && source.members.size === 0) node.boolean = true;
    const type = member(source, "type");
    if (type) node.types = type.kind === "array" ? texts(type) : [textOf(type) ?? ""];
    node.constant = member(source, "const");
    const list = member(source, "enum");
    if (list) node.enumeration = itemsOf(list);
    node.assertion = this.options.asserted.get(source);
    if (this.options.formats) node.format = textOf(member(source, "format"));
    for (const keyword of numberKeywords) {
      const value = member(source, keyword);
      if (value?.kind === "number") node.numbers.set(keyword, Decimal.parse(value.token));
    }
    for (const keyword of countKeywords) {
      const value = member(source, keyword);
      if (value?.kind === "number") node.counts.set(keyword, count(value.token));
    }
    const source_ = textOf(member(source, "pattern"));
    const compiled = source_ === undefined ? undefined : this.pattern(node, "/pattern", "pattern", source_);
    if (compiled) node.pattern = { source: source_!, compiled };
    node.ref = this.reference(node, "$ref")?.[0];
    const dynamic = this.reference(node, "$dynamicRef");
    if (dynamic) {
      const [initial, anchor] = dynamic;
      node.dynamicRef = { initial, anchor: anchor !== undefined && initial.resource.dynamic.get(anchor) === initial ? anchor : undefined };
    }
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"] as const) {
      const list = member(source, keyword);
      if (list) node[keyword] = itemsOf(list).flatMap((_, i) => this.node(node.resource.document, join(node.pointer, keyword, i)) ?? []);
    }
    for (const keyword of ["not", "if", "then", "else", "items", "contains", "unevaluatedItems", "additionalProperties",
      "propertyNames", "unevaluatedProperties"] as const) {
      node[keyword] = this.node(node.resource.document, join(node.pointer, keyword));
    }
    const unique = member(source, "uniqueItems");
    node.uniqueItems = unique?.kind === "boolean" && unique.value;
    this.fillObject(node);
  }

  private fillObject(node: SchemaNode): void {
    const { source } = node;
    node.required = texts(member(source, "required"));
    const below = (...path: string[]) => this.node(node.resource.document, join(node.pointer, ...path));
    for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
      for (const [name, value] of membersOf(member(source, keyword))) {
        const schema = below(keyword, name);
        if (keyword !== "dependentSchemas" && value.kind === "array") {
          node.dependentRequired.set(name, [...new Set([...(node.dependentRequired.get(name) ?? []), ...texts(value)])]);
        } else if (schema && keyword !== "dependentRequired") node.dependentSchemas.push([name, schema]);
      }
    }
    for (const [name] of membersOf(member(source, "properties"))) {
      const schema = below("properties", name);
      if (schema) node.properties.set(name, schema);
    }
    for (const [pattern] of membersOf(member(source, "patternProperties"))) {
      const compiled = this.pattern(node, join("", "patternProperties", pattern), "patternProperties", pattern);
      const schema = below("patternProperties", pattern);
      if (compiled && schema) node.patternProperties.push({ source: pattern, pattern: compiled, schema });
    }
  }

  private pattern(node: SchemaNode, below: string, keyword: string, source: string): Pattern | undefined {
    try {
      return compilePattern(source, this.options.declared && node.resource.document === base);
    } catch (error) {
      this.fault(node.resource, node.pointer + below, keyword, (error as Error).message);
      return undefined;
    }
  }

  /** Resolves $ref or $dynamicRef (core 8.2): the target, and the fragment if it is an anchor. */
  private reference(node: SchemaNode, keyword: "$ref" | "$dynamicRef"): [SchemaNode, string | undefined] | undefined {
    const text = textOf(member(node.source, keyword));
    if (text === undefined) return undefined;
    const found = this.resolve(node.resource, text);
    if (typeof found !== "string") return found;
    this.fault(node.resource, join(node.pointer, keyword), keyword, `the reference ${quote(text)} ${found}`);
    return undefined;
  }

  private resolve(from: Resource, text: string): [SchemaNode, string | undefined] | string {
    const hash = text.indexOf("#");
    const path = hash < 0 ? text : text.slice(0, hash);
    let resource: Resource | undefined = from;
    if (path !== "") {
      const address = resolveURI(from.address, path);
      if (address === undefined) return "is no URI reference: write one such as #/$defs/name";
      resource = this.resources.get(address);
      const document = bundled().get(withoutHash(address));
      if (!resource && document) resource = this.open(withoutHash(address), document);
      if (!resource) return "names a document that is not part of this schema, and none is ever loaded: put the target into $defs";
    }
    let fragment: string;
    try {
      fragment = decodeURIComponent(hash < 0 ? "" : text.slice(hash + 1));
    } catch {
      return "is no URI reference: write one such as #/$defs/name";
    }
    if (/~(?![01])/.test(fragment)) return "is no URI reference: write one such as #/$defs/name";
    if (fragment === "" || fragment[0] === "/") {
      const target = this.target(resource, resource.pointer + fragment);
      return target ? [target, undefined] : "names no schema here: point it at one that is there";
    }
    const target = resource.anchors.get(fragment);
    return target ? [target, fragment] : "names no schema here: point it at one that is there";
  }

  /** A schema that stands where no keyword holds schemas becomes one by being referred to. */
  private target(resource: Resource, pointer: string): SchemaNode | undefined {
    const known = this.node(resource.document, pointer);
    if (known) return known;
    const text = at(this.documents.get(resource.document), pointer);
    if (!text || !isSchema(text)) return undefined;
    const within = this.enclosing(resource.document, pointer);
    if (resource.document === base) this.faults.push(...this.options.textFaults(text, pointer, within.dialect));
    this.enter(within, pointer, text);
    return this.node(resource.document, pointer);
  }

  private enclosing(document: string, pointer: string): Resource {
    for (;;) {
      const node = this.node(document, pointer);
      if (node) return node.resource;
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
  }
}

/** A count beyond what a length can be is saturated: no instance has as many. */
function count(token: string): number {
  const exact = Decimal.parse(token);
  if (!exact.isInteger()) return 0;
  return exact.compare(Decimal.of(Number.MAX_SAFE_INTEGER)) > 0 ? Number.MAX_SAFE_INTEGER : Number(token);
}

function texts(list: Tree | undefined): string[] {
  return itemsOf(list).flatMap((item) => textOf(item) ?? []);
}
