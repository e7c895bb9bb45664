import { type Comparison, order } from "./comparison.ts";

/** Less than or equal; false when a value is missing. */
export const lte: Comparison = (left, right) => (order(left, right) ?? Number.NaN) <= 0;
