import { type Code, type CodeKeywordDefinition, type KeywordCxt, Name, _ } from "ajv";
import { not } from "ajv/dist/compile/codegen/index.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import { resolveRef } from "ajv/dist/compile/index.js";
import { resetErrorsCount } from "ajv/dist/compile/errors.js";
import { Type } from "ajv/dist/compile/util.js";
import { callValidateCode } from "ajv/dist/vocabularies/code.js";
import { getValidate } from "ajv/dist/vocabularies/core/ref.js";

import type { Check } from "./datum.js";
import type { Judgement } from "./judgement.js";

/**
 * The keywords that stand in for Ajv's own, each under its name behind "fs:". They
 * judge numbers exactly, report what rule 12 wants reported and nothing of the
 * branches of a choice, and count what they cost.
 */

/** A check, and what it says of itself. */
export interface Assertion {
  readonly check: Check;
  readonly accepts: string;
}

/** additionalProperties that is false. */
export interface Closed {
  readonly declares: (name: string) => boolean;
  /** What is known instead. */
  readonly names: readonly string[];
}

/** contains with its counts. */
export interface Contains {
  readonly schema: object | boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly marks: boolean;
}

/** A choice of rule 13; its branches stand under their numbers. */
export type ChoiceKeyword =
  | { readonly kind: "nullable"; readonly only: boolean; readonly 0: object | boolean }
  | { readonly kind: "discriminated"; readonly property: string; readonly checks: readonly Check[]; readonly [branch: number]: object | boolean };

/** A branch of a choice in a schema that asks what has been evaluated. */
export interface BranchKeyword {
  readonly schema: object | boolean;
  readonly counts: boolean;
}

/** A schema object that is judged with an account of what it evaluates. */
export interface FrameKeyword {
  readonly body: object;
  readonly marks: ((data: unknown, judgement: Judgement) => void) | undefined;
  readonly unevaluatedProperties: object | boolean | undefined;
  readonly unevaluatedItems: object | boolean | undefined;
  /** What is known instead of a member that is not. */
  readonly names: readonly string[];
}

const self = new Name("this");
const errors = new Name("errors");
const vErrors = new Name("vErrors");

/** What is reported: the keyword if it is another than the one at hand, a name, a place below. */
const error: NonNullable<CodeKeywordDefinition["error"]> = {
  message: "",
  params: ({ params }) =>
    _`{keyword: ${params.keyword ?? null}, property: ${params.property ?? null}, below: ${params.below ?? null}, accepts: ${params.accepts ?? null}, names: ${params.names ?? null}}`,
};

function assertion(name: string): CodeKeywordDefinition {
  return {
    keyword: `fs:${name}`,
    error,
    code(cxt) {
      const { check, accepts } = cxt.schema as Assertion;
      cxt.setParams({ accepts });
      cxt.pass(_`${cxt.gen.scopeValue("func", { ref: check })}(${cxt.data})`);
    },
  };
}

/** Judges a part of the keyword's value; what it finds is reported. */
function judge(cxt: KeywordCxt, part: string | number): Name {
  const valid = cxt.gen.name("_valid");
  cxt.subschema({ keyword: cxt.keyword, schemaProp: part }, valid);
  return valid;
}

/** Judges and reports nothing. A reference collects violations all the same, so they are dropped behind it. */
function ask(cxt: KeywordCxt, valid: Name, subschema: Parameters<KeywordCxt["subschema"]>[0]): void {
  const before = cxt.gen.const("_before", errors);
  cxt.subschema({ keyword: cxt.keyword, compositeRule: true, createErrors: false, ...subschema }, valid);
  resetErrorsCount(cxt.gen, before);
}

function report(cxt: KeywordCxt, condition: Code | Name, params: Record<string, unknown>): void {
  cxt.gen.if(condition, () => {
    cxt.setParams({ keyword: undefined, property: undefined, below: undefined, accepts: undefined, names: undefined, ...params } as Parameters<KeywordCxt["setParams"]>[0]);
    cxt.error();
  });
}

const tick: CodeKeywordDefinition = {
  keyword: "fs:tick",
  code: (cxt) => void cxt.gen.code(_`${self}.tick()`),
};

/** A reference whose violations are appended: Ajv's own copies the list each time. */
const ref: CodeKeywordDefinition = {
  keyword: "fs:ref",
  error,
  code(cxt) {
    const { gen, it } = cxt;
    const target = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, cxt.schema as string) as SchemaEnv;
    const validate = getValidate(cxt, target);
    const valid = gen.const("_valid", callValidateCode(cxt, validate, self));
    gen.if(not(valid), () => {
      const found = gen.const("_found", _`${validate}.errors`);
      gen.if(
        _`${vErrors} === null`,
        () => gen.assign(vErrors, found),
        () => gen.code(_`for (const one of ${found}) ${vErrors}.push(one)`),
      );
      gen.assign(errors, _`${vErrors}.length`);
    });
    cxt.ok(valid);
  },
};

/** The body is judged only if the head holds: a failed type, const or enum hides the rest. */
const gate: CodeKeywordDefinition = {
  keyword: "fs:gate",
  error,
  code(cxt) {
    const valid = cxt.gen.let("valid", false);
    cxt.gen.if(judge(cxt, "head"), () => cxt.gen.assign(valid, judge(cxt, "body")));
    cxt.ok(valid);
  },
};

const anyOf: CodeKeywordDefinition = {
  keyword: "fs:anyOf",
  error,
  code(cxt) {
    const { gen } = cxt;
    const valid = gen.let("valid", false);
    const one = gen.name("_valid");
    const { branches, marks } = { branches: cxt.schema as unknown[], marks: cxt.parentSchema["fs:everyBranch"] === true };
    branches.forEach((_schema, i) => {
      const branch = () => {
        ask(cxt, one, { schemaProp: i });
        gen.assign(valid, _`${valid} || ${one}`);
      };
      // Side by side: nested as deep as there are branches, thousands of them end V8's stack.
      if (i === 0 || marks) branch();
      else gen.if(not(valid), branch);
    });
    cxt.pass(valid);
  },
};

const oneOf: CodeKeywordDefinition = {
  keyword: "fs:oneOf",
  error,
  code(cxt) {
    const { gen } = cxt;
    const count = gen.let("count", 0);
    const one = gen.name("_valid");
    (cxt.schema as unknown[]).forEach((_schema, i) => {
      ask(cxt, one, { schemaProp: i });
      gen.if(one, () => gen.code(_`${count}++`));
    });
    cxt.pass(_`${count} === 1`);
  },
};

const contains: CodeKeywordDefinition = {
  keyword: "fs:contains",
  type: "array",
  error,
  code(cxt) {
    const { gen, data } = cxt;
    const { min, max, marks } = cxt.schema as Contains;
    const count = gen.let("count", 0);
    const one = gen.name("_valid");
    gen.forRange("i", 0, _`${data}.length`, (i) => {
      ask(cxt, one, { schemaProp: "schema", dataProp: i, dataPropType: Type.Num });
      gen.if(one, () => {
        gen.code(_`${count}++`);
        if (marks) gen.code(_`${self}.mark(${i})`);
      });
    });
    const few = gen.const("few", _`${count} < ${min ?? 1}`);
    const many = gen.const("many", max === undefined ? _`false` : _`${count} > ${max}`);
    report(cxt, few, { keyword: min === undefined ? "contains" : "minContains" });
    report(cxt, many, { keyword: "maxContains" });
    cxt.ok(_`!${few} && !${many}`);
  },
};

const propertyNames: CodeKeywordDefinition = {
  keyword: "fs:propertyNames",
  type: "object",
  error,
  code(cxt) {
    const { gen } = cxt;
    const valid = gen.let("valid", true);
    const one = gen.name("_valid");
    gen.forIn("key", cxt.data, (key) => {
      const name = gen.const("name", _`${self}.name(${key})`);
      ask(cxt, one, { data: name, dataTypes: ["string"], propertyName: key });
      report(cxt, not(one), { property: key });
      gen.if(not(one), () => gen.assign(valid, false));
    });
    cxt.ok(valid);
  },
};

/** Names what is known beside a member that is not. */
const closed: CodeKeywordDefinition = {
  keyword: "fs:additionalProperties",
  type: "object",
  error,
  code(cxt) {
    const { gen } = cxt;
    const { declares, names } = cxt.schema as Closed;
    const valid = gen.let("valid", true);
    gen.forIn("key", cxt.data, (key) =>
      gen.if(_`!${gen.scopeValue("func", { ref: declares })}(${key})`, () => {
        report(cxt, _`true`, { property: key, names: gen.scopeValue("obj", { ref: names }) });
        gen.assign(valid, false);
      }),
    );
    cxt.ok(valid);
  },
};

/** A nullable choice is judged by its one schema, a discriminated one by the branch whose value the property has. */
const choice: CodeKeywordDefinition = {
  keyword: "fs:choice",
  error,
  code(cxt) {
    const { gen, data } = cxt;
    const schema = cxt.schema as ChoiceKeyword;
    const valid = gen.let("valid", true);
    const fail = (params: Record<string, unknown>) => {
      report(cxt, _`true`, params);
      gen.assign(valid, false);
    };
    if (schema.kind === "nullable") {
      gen.if(
        _`${data} !== null`,
        () => gen.assign(valid, judge(cxt, 0)),
        () => {
          if (!schema.only) return;
          const one = gen.name("_valid");
          ask(cxt, one, { schemaProp: 0 });
          gen.if(one, () => fail({ keyword: "oneOf" }));
        },
      );
    } else {
      const value = gen.name("value");
      gen.if(_`typeof ${data} !== "object" || ${data} === null || Array.isArray(${data})`);
      fail({ keyword: "type", accepts: "must be an object" });
      gen.elseIf(_`${data}[${schema.property}] === undefined`);
      fail({ keyword: "required", property: schema.property });
      gen.else();
      gen.const(value, _`${data}[${schema.property}]`);
      const chosen = gen.let("chosen", false);
      schema.checks.forEach((check, i) => {
        gen.if(_`!${chosen} && ${gen.scopeValue("func", { ref: check })}(${value})`, () => {
          gen.assign(chosen, true);
          gen.assign(valid, judge(cxt, i));
        });
      });
      gen.if(not(chosen), () => fail({ keyword: "enum", below: schema.property }));
      gen.endIf();
    }
    cxt.ok(valid);
  },
};

/** A schema whose account of what it evaluated counts only if it holds, or, behind not, never. */
const branch: CodeKeywordDefinition = {
  keyword: "fs:branch",
  error,
  code(cxt) {
    const { gen, data } = cxt;
    gen.code(_`${self}.enter(${data})`);
    const valid = gen.let("valid", judge(cxt, "schema"));
    gen.code(_`${self}.leave(${(cxt.schema as BranchKeyword).counts ? valid : _`false`})`);
    cxt.ok(valid);
  },
};

const frame: CodeKeywordDefinition = {
  keyword: "fs:frame",
  error,
  code(cxt) {
    const { gen, data } = cxt;
    const schema = cxt.schema as FrameKeyword;
    gen.code(_`${self}.enter(${data})`);
    const valid = gen.let("valid", judge(cxt, "body"));
    if (schema.marks) gen.code(_`${gen.scopeValue("func", { ref: schema.marks })}(${data}, ${self})`);
    if (schema.unevaluatedProperties !== undefined) {
      gen.if(_`typeof ${data} === "object" && ${data} !== null && !Array.isArray(${data})`, () =>
        gen.forIn("key", data, (key) => gen.if(_`!${self}.marked(${key})`, () => unevaluated(cxt, "unevaluatedProperties", key, valid))),
      );
    }
    if (schema.unevaluatedItems !== undefined) {
      gen.if(_`Array.isArray(${data})`, () =>
        gen.forRange("i", 0, _`${data}.length`, (i) => gen.if(_`!${self}.marked(${i})`, () => unevaluated(cxt, "unevaluatedItems", i, valid))),
      );
    }
    gen.code(_`${self}.leave(true)`);
    cxt.ok(valid);
  },
};

/** Judges a member or an item that nothing has evaluated. */
function unevaluated(cxt: KeywordCxt, keyword: "unevaluatedProperties" | "unevaluatedItems", key: Name, valid: Name): void {
  const { gen } = cxt;
  const names = keyword === "unevaluatedProperties";
  if ((cxt.schema as FrameKeyword)[keyword] === false) {
    report(cxt, _`true`, names ? { keyword, property: key, names: gen.scopeValue("obj", { ref: (cxt.schema as FrameKeyword).names }) } : { keyword });
    gen.assign(valid, false);
  } else {
    const one = gen.name("_valid");
    cxt.subschema({ keyword: cxt.keyword, schemaProp: keyword, dataProp: key, dataPropType: names ? Type.Str : Type.Num }, one);
    gen.if(not(one), () => gen.assign(valid, false));
  }
  gen.code(_`${self}.mark(${key})`);
}

export const keywords: readonly CodeKeywordDefinition[] = [
  tick, ref, gate, branch, frame, choice, anyOf, oneOf, contains, propertyNames, closed,
  ...["type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "items", "format",
    "contentEncoding"].map(assertion),
];
