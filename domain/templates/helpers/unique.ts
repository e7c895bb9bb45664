import { isMissing } from "./comparison.ts";
import { readProperty } from "./read-property.ts";

/**
 * The different values of a property over a list, in order of first appearance; without a property the different items.
 * Items that lack the property are left out. Empty for what is no list.
 */
export function unique(list: unknown, property?: unknown): unknown[] {
  if (!Array.isArray(list)) return [];
  const values = isMissing(property) ? list : list.map((item) => readProperty(item, property)).filter(Boolean);
  return [...new Set(values)];
}
