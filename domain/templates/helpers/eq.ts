import { type Comparison, isMissing } from "./comparison.ts";

/** Strict equality: `"5"` is not `5`. Values that are missing are equal, as Liquid has one word for them, `nil`. */
export const eq: Comparison = (left, right) => left === right || (isMissing(left) && isMissing(right));
