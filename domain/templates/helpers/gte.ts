import { type Comparison, order } from "./comparison.ts";

/** Greater than or equal; false when a value is missing. */
export const gte: Comparison = (left, right) => (order(left, right) ?? Number.NaN) >= 0;
