import type { Decimal } from "../numbers.js";
import type { Pattern } from "../pattern/pattern.js";
import type { Tree } from "../tree.js";

/** A schema resource (core 4.3.5): a document, or a schema in one that has an $id. */
export interface Resource {
  /** What references within it are relative to. */
  readonly address: string;
  readonly document: string;
  readonly pointer: string;
  /** Its $schema, without the empty fragment. */
  dialect: string;
  readonly anchors: Map<string, SchemaNode>;
  /** Those of $dynamicAnchor. */
  readonly dynamic: Map<string, SchemaNode>;
}

/** An anyOf or oneOf that rule 13 makes transparent. */
export type Choice =
  | { readonly kind: "nullable"; readonly schema: SchemaNode }
  | { readonly kind: "discriminated"; readonly property: string; readonly values: readonly Tree[]; readonly branches: readonly SchemaNode[] };

/** What fills an omitted property: a default, completed by those within it. */
export interface Definition {
  readonly value: Tree;
  /** The schema whose keyword it is. */
  readonly owner: SchemaNode;
  completed: Tree | undefined;
  /** Of completed, as text. */
  size: number;
}

/** A check of a declared schema that binding depends on. */
export type Assertion = "date-time" | "base64";

export type NumberKeyword = "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf";
export type CountKeyword =
  | "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains" | "minProperties" | "maxProperties";

/** One schema, compiled: its keywords with what they hold. */
export class SchemaNode {
  /** Of a schema that is true, false or {}. */
  boolean: boolean | undefined;
  assertion: Assertion | undefined;
  /** A format that is asserted. */
  format: string | undefined;
  types: readonly string[] | undefined;
  constant: Tree | undefined;
  enumeration: readonly Tree[] | undefined;
  readonly numbers = new Map<NumberKeyword, Decimal>();
  readonly counts = new Map<CountKeyword, number>();
  pattern: { readonly source: string; readonly compiled: Pattern } | undefined;
  uniqueItems = false;

  ref: SchemaNode | undefined;
  dynamicRef: { readonly initial: SchemaNode; readonly anchor: string | undefined } | undefined;
  allOf: SchemaNode[] | undefined;
  anyOf: SchemaNode[] | undefined;
  oneOf: SchemaNode[] | undefined;
  anyChoice: Choice | undefined;
  oneChoice: Choice | undefined;
  not: SchemaNode | undefined;
  if: SchemaNode | undefined;
  then: SchemaNode | undefined;
  else: SchemaNode | undefined;

  prefixItems: SchemaNode[] | undefined;
  items: SchemaNode | undefined;
  contains: SchemaNode | undefined;
  unevaluatedItems: SchemaNode | undefined;

  required: readonly string[] = [];
  readonly dependentRequired = new Map<string, string[]>();
  readonly dependentSchemas: [name: string, schema: SchemaNode][] = [];
  readonly properties = new Map<string, SchemaNode>();
  readonly patternProperties: { readonly source: string; readonly pattern: Pattern; readonly schema: SchemaNode }[] = [];
  additionalProperties: SchemaNode | undefined;
  propertyNames: SchemaNode | undefined;
  unevaluatedProperties: SchemaNode | undefined;

  definition: Definition | undefined;
  /** Completing an instance of it can add a member. */
  fills = false;

  constructor(
    readonly source: Tree,
    readonly pointer: string,
    readonly resource: Resource,
  ) {}

  get isFalse(): boolean {
    return this.boolean === false;
  }

  choices(): Choice[] {
    return [this.anyChoice, this.oneChoice].filter((c) => c !== undefined);
  }

  /** The schemas that this one applies to the same instance. */
  inPlace(): SchemaNode[] {
    const one = [this.ref, this.dynamicRef?.initial, this.not, this.if, this.then, this.else].filter((n) => n !== undefined);
    return [...one, ...(this.allOf ?? []), ...(this.anyOf ?? []), ...(this.oneOf ?? []), ...this.dependentSchemas.map(([, n]) => n)];
  }

  /** Whether a member has a schema of its own, so that additionalProperties does not apply. */
  declares(name: string): boolean {
    return this.properties.has(name) || this.patternProperties.some((p) => p.pattern.matches(name));
  }
}
