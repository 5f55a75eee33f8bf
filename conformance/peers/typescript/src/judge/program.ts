import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

import { compilePattern } from "../pattern/pattern.js";
import type { Judging } from "../schema/compile.js";
import type { SchemaNode } from "../schema/node.js";
import type { Tree } from "../tree.js";
import type { Violation } from "../violation.js";
import { toDatum, unescapeName } from "./datum.js";
import { BudgetSpent, Judgement } from "./judgement.js";
import { keywords } from "./keywords.js";
import { Lowering } from "./lower.js";
import { type Report, reportOf } from "./report.js";

/** Ajv with exact numbers and patterns that take linear time. */
function makeAjv(): Ajv2020 {
  const regExp = Object.assign(
    (source: string) => ({ test: (text: string) => compilePattern(source, false).matches(unescapeName(text)), toString: () => source }),
    { code: "pattern" },
  );
  const ajv = new Ajv2020({
    meta: false, validateSchema: false, addUsedSchema: false, strict: false, logger: false,
    allErrors: true, messages: false, inlineRefs: false, passContext: true, code: { regExp, optimize: false },
  });
  ajv.opts.unevaluated = false; // a judgement keeps its own account
  for (const keyword of keywords) ajv.addKeyword(keyword);
  return ajv;
}

/** The compiled form of a schema's nodes. */
export interface Program {
  judge(node: SchemaNode, instance: Tree, judging: Judging): Report;
}

/** Each schema has an Ajv of its own, which goes with it. It throws a RangeError for a schema that ends the stack. */
export function makeProgram(root: SchemaNode, nodes: readonly SchemaNode[]): Program {
  let ajv: Ajv2020 | undefined;
  const lowering = new Lowering(nodes);
  const compiled = new Map<SchemaNode, ValidateFunction>();
  const validator = (node: SchemaNode): ValidateFunction => {
    let validate = compiled.get(node);
    if (validate) return validate;
    const reference = lowering.entry(node);
    if (!ajv) {
      ajv = makeAjv();
      ajv.addSchema({ $defs: lowering.definitions }, "schema");
    }
    validate = ajv.getSchema("schema" + reference) as ValidateFunction;
    compiled.set(node, validate);
    return validate;
  };
  if (root.boolean === undefined) validator(root); // here, so that a schema that is too large is refused and not a call
  return {
    judge(node, instance, judging) {
      const refused = refusals(instance, judging.refused ?? []);
      const errors = node.boolean === true ? [] : node.boolean === false ? [falseSchema] : run(validator(node), instance, judging);
      if (!Array.isArray(errors)) return errors;
      return reportOf(errors, refused, judging);
    },
  };
}

const falseSchema: ErrorObject = { keyword: "false schema", instancePath: "", schemaPath: "", params: {} };

function run(validate: ValidateFunction, instance: Tree, { applications }: Judging): ErrorObject[] | Report {
  try {
    const valid = validate.call(new Judgement(applications) as never, toDatum(instance));
    return valid ? [] : validate.errors!;
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
    const message = `checking these arguments takes more than ${applications} schema applications: send less, or nest less deeply`;
    return { violations: [{ pointer: "", keyword: "parse", reason: "cost", message }], more: 0, hidden: false };
  } finally {
    validate.errors = null;
  }
}

function refusals(instance: Tree, names: readonly string[]): Violation[] {
  if (instance.kind !== "object") return [];
  return names
    .filter((name) => instance.members.has(name))
    .map((property) => ({ pointer: "", keyword: "additionalProperties", property, message: `has the member ${JSON.stringify(property)}, which is not known here: leave it out` }));
}
