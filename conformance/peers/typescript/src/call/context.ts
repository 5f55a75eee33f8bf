/** What a call runs in. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Whatever the caller passes along to resolvers and to the function. */
  readonly state?: unknown;
}
