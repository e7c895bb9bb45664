import type { Comparison } from "./comparison.ts";

/** Strict inequality: `"5"` differs from `5`. */
export const ne: Comparison = (left, right) => left !== right;
