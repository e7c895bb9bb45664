import type { Comparison } from "./comparison.ts";

/** Strict equality: `"5"` is not `5`. */
export const eq: Comparison = (left, right) => left === right;
