import type { Comparison } from "./comparison.ts";
import { eq } from "./eq.ts";

/** Strict inequality: `"5"` differs from `5`. */
export const ne: Comparison = (left, right) => !eq(left, right);
