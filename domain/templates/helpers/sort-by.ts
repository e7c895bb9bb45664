import { toText } from "../text.ts";
import { isMissing, order } from "./comparison.ts";
import { readProperty } from "./read-property.ts";

/**
 * A copy of a list in ascending order of a property; without a property in the order of the items as texts.
 * Items without order to each other keep their places. Empty for what is no list.
 */
export function sortBy(list: unknown, property?: unknown): unknown[] {
  if (!Array.isArray(list)) return [];
  if (isMissing(property)) return list.toSorted((a, b) => order(toText(a), toText(b)) ?? 0);
  return list.toSorted((a, b) => order(readProperty(a, property), readProperty(b, property)) ?? 0);
}
