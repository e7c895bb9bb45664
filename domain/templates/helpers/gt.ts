import { type Comparison, order } from "./comparison.ts";

/** Greater than; false when a value is missing. */
export const gt: Comparison = (left, right) => (order(left, right) ?? Number.NaN) > 0;
