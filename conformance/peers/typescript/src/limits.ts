/** What a text, and judging it, may cost (rule 9). All are inclusive. */
export interface Limits {
  readonly bytes: number;
  /** Containers around a value, itself included: a scalar root has 0, {} has 1. */
  readonly depth: number;
  /** Scalars and containers; names are not values. */
  readonly values: number;
  /** Digits of one number token, those of its exponent included. */
  readonly digits: number;
  /** Absolute value of a written exponent. */
  readonly exponent: number;
  /** Schema objects judged against values in one call. */
  readonly applications: number;
  /** Violations that are reported. */
  readonly violations: number;
}

export const defaultLimits: Limits = {
  bytes: 16 << 20,
  depth: 128,
  values: 1_000_000,
  digits: 1_000,
  exponent: 1_000,
  applications: 1_000_000,
  violations: 32,
};
