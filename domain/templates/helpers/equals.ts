import { type Comparison, looselyEqual } from "./comparison.ts";

/** Loose equality: `1` equals `"1"`. */
export const equals: Comparison = looselyEqual;
