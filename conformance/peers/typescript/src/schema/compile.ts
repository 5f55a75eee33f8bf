import type { Program } from "../judge/program.js";
import { makeProgram } from "../judge/program.js";
import type { Report } from "../judge/report.js";
import { compilePattern } from "../pattern/pattern.js";
import { join } from "../text.js";
import { type Tree, member, membersOf, textOf } from "../tree.js";
import { type Violation, normalize } from "../violation.js";
import { Builder, type BuildOptions, base } from "./builder.js";
import { assignChoices } from "./choice.js";
import { cycleFaults } from "./cycles.js";
import { compileDefaults } from "./defaults.js";
import { complete } from "./fill.js";
import { dialectFaults, draft202012 } from "./dialect.js";
import { bundled } from "./metaschema.js";
import type { Assertion, SchemaNode } from "./node.js";
import { eachSubschema } from "./vocabulary.js";

export interface SchemaOptions {
  readonly declared?: boolean;
  readonly asserted?: ReadonlyMap<Tree, Assertion>;
  readonly formats?: boolean;
  /** Lets the root admit what is no object, as results may be. */
  readonly anyRoot?: boolean;
  /** Leaves invalid defaults out instead of refusing the schema. */
  readonly lenientDefaults?: boolean;
}

/** What a schema text is refused for. */
export class SchemaError extends Error {
  constructor(readonly violations: readonly Violation[]) {
    super("the schema is refused");
  }
}

export interface Judging {
  readonly applications: number;
  readonly violations: number;
  /** Parameters that the framework fills in: nothing within them is shown. */
  readonly hidden?: readonly string[];
  /** Parameters that no arguments may have, whatever the schema says. */
  readonly refused?: readonly string[];
}

/** A compiled schema, immutable. */
export class Schema {
  constructor(
    readonly text: Tree,
    readonly root: SchemaNode,
    private readonly program: Program,
    /** A $dynamicRef depends on the way to it: no part of the schema can be judged on its own. */
    readonly dynamic: boolean,
    /** What each $ref of the text leads to, by the schema object it stands in. */
    readonly targets: ReadonlyMap<Tree, Tree>,
  ) {}

  /** Judges an instance: the violations in normal form. */
  judge(instance: Tree, judging: Judging): Report {
    return this.program.judge(this.root, instance, judging);
  }

  /** Lays the defaults in; undefined if their texts together have more characters than the limit. */
  complete(instance: Tree, limit: number): Tree | undefined {
    return complete(this.root, instance, limit);
  }

  /** The names of the properties that the root declares, through $ref and allOf. */
  names(): string[] {
    const names = new Set<string>();
    const seen = new Set<SchemaNode>();
    const look = (node: SchemaNode | undefined) => {
      if (!node || seen.has(node)) return;
      seen.add(node);
      for (const name of node.properties.keys()) names.add(name);
      look(node.ref);
      node.allOf?.forEach(look);
    };
    look(this.root);
    return [...names];
  }
}

/**
 * Compiles a schema, in this order: it must satisfy the metaschema and be of a
 * dialect that is read, every pattern must compile and every reference resolve,
 * without a cycle that consumes no input; the root must admit an object; every
 * default must be valid. It throws a SchemaError with the faults of one step.
 */
export function compileSchema(text: Tree, options: SchemaOptions = {}): Schema {
  if (text.kind !== "object" && text.kind !== "boolean") {
    throw new SchemaError([{ pointer: "", keyword: "type", message: "a schema is an object, true or false" }]);
  }
  const faults = textFaults(text, "", "");
  const building: BuildOptions = {
    declared: options.declared ?? false,
    asserted: options.asserted ?? new Map(),
    formats: options.formats ?? false,
    textFaults,
  };
  const builder = new Builder(building);
  // References of a dialect that is not read mean something else; patterns do not.
  const foreign = faults.some((f) => f.keyword === "$schema");
  const root = foreign ? undefined : builder.build(base, text);
  faults.push(...(foreign ? patternFaults(text, building.declared) : builder.faults));
  if (builder.faults.length === 0) faults.push(...cycleFaults(builder.order));
  refuse(faults);
  assignChoices(builder.order);
  if (!options.anyRoot) refuse(rootFaults(root!));
  const program = attempt(() => makeProgram(root!, builder.order));
  const invalid = compileDefaults(program, builder.order);
  if (!options.lenientDefaults) refuse(invalid);
  return new Schema(text, root!, program, isDynamic(builder.order), targets(builder.order));
}

function targets(nodes: readonly SchemaNode[]): ReadonlyMap<Tree, Tree> {
  return new Map(nodes.flatMap((node): [Tree, Tree][] => (node.ref && node.resource.document === base ? [[node.source, node.ref.source]] : [])));
}

function isDynamic(nodes: readonly SchemaNode[]): boolean {
  return nodes.some((node) => node.dynamicRef?.anchor !== undefined);
}

/** What ends the stack, or is more than a function can hold, is a fault of the schema. */
function attempt(compile: () => Program): Program {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SchemaError([{ pointer: "", keyword: "type", message: "this schema is too large to be compiled: nest less deeply, or use fewer parts" }]);
  }
}

function refuse(faults: readonly Violation[]): void {
  if (faults.length > 0) throw new SchemaError(normalize(faults).violations);
}

/** Judges the text of a schema by the metaschema and the dialect rule. */
function textFaults(text: Tree, pointer: string, dialect: string): Violation[] {
  const report = metaschema().judge(text, { applications: Infinity, violations: Infinity });
  return [...dialectFaults(text, pointer, dialect), ...report.violations.map((v) => ({ ...v, pointer: pointer + v.pointer }))];
}

/** The patterns that do not compile. */
function patternFaults(text: Tree, declared: boolean): Violation[] {
  const faults: Violation[] = [];
  eachSubschema(text, "", (schema, at) => {
    const own = textOf(member(schema, "pattern"));
    const places = own === undefined ? [] : [[own, "pattern", join(at, "pattern")] as const];
    const names = [...membersOf(member(schema, "patternProperties"))].map(([name]) => [name, "patternProperties", join(at, "patternProperties", name)] as const);
    for (const [source, keyword, pointer] of [...places, ...names]) {
      try {
        compilePattern(source, declared);
      } catch (error) {
        faults.push({ pointer, keyword, message: (error as Error).message });
      }
    }
  });
  return faults;
}

let compiledMetaschema: Schema | undefined;

function metaschema(): Schema {
  if (compiledMetaschema) return compiledMetaschema;
  const text = bundled().get(draft202012)!;
  const builder = new Builder({ declared: false, asserted: new Map(), formats: false, textFaults: () => [] });
  const root = builder.build(draft202012, text);
  assignChoices(builder.order);
  compiledMetaschema = new Schema(text, root, makeProgram(root, builder.order), isDynamic(builder.order), targets(builder.order));
  return compiledMetaschema;
}

/** What keeps the root from admitting any object (rule 11). */
function rootFaults(root: SchemaNode): Violation[] {
  const faults: Violation[] = [];
  const seen = new Set<SchemaNode>();
  const look = (node: SchemaNode | undefined) => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    const keyword = node.isFalse ? "false"
      : node.types && !node.types.includes("object") ? "type"
      : node.constant && node.constant.kind !== "object" ? "const"
      : node.enumeration && !node.enumeration.some((v) => v.kind === "object") ? "enum" : undefined;
    if (keyword !== undefined) {
      faults.push({
        pointer: keyword === "false" ? node.pointer : join(node.pointer, keyword), keyword,
        message: "arguments are an object, which this does not admit: say type object at the root",
      });
    }
    look(node.ref);
    node.allOf?.forEach(look);
  };
  look(root);
  return faults;
}
