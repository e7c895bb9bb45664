import { toText } from "../text.ts";
import { readProperty } from "./read-property.ts";

/**
 * The items of a list by the value of a property, as `{key, items}` in order of first appearance.
 * Items that lack the property are left out. Empty for what is no list.
 */
export function groupBy(list: unknown, property: unknown): { key: string; items: unknown[] }[] {
  if (!Array.isArray(list)) return [];
  const groups = new Map<string, unknown[]>();
  for (const item of list) {
    const value = readProperty(item, property);
    if (!value) continue;
    const key = toText(value);
    const items = groups.get(key);
    if (items) items.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].map(([key, items]) => ({ key, items }));
}
