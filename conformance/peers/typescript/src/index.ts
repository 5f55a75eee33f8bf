/** Function schemas for the calls that language models make. See README.md. */
export * from "./binding/types.js";
export { type CallContext } from "./call/context.js";
export { type Declaration, type Options, declare, declarePositional } from "./call/declaration.js";
export { digest } from "./call/digest.js";
export { type Code, FunctionError, VisibleError } from "./call/error.js";
export { Call, FunctionSchema, type Metadata, type Response, type Result, respond } from "./call/function.js";
export { NotFound, type Resolver } from "./call/inject.js";
export { DateTime } from "./lexical.js";
export { type Limits, defaultLimits } from "./limits.js";
export { type Applied, type Repair, type RepairName } from "./repair/repair.js";
export { type Violation } from "./violation.js";
