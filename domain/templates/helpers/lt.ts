import { type Comparison, order } from "./comparison.ts";

/** Less than; false when a value is missing. */
export const lt: Comparison = (left, right) => (order(left, right) ?? Number.NaN) < 0;
