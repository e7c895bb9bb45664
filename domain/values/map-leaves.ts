import { isPlainObject } from "./plain-object.ts";

type Path = readonly string[];

/**
 * The same structure with each value that is neither object nor list replaced by what `change` makes of it. The path holds
 * the keys and positions that lead to the value.
 */
export function mapLeaves(
  value: Readonly<Record<string, unknown>>,
  change: (leaf: unknown, path: Path) => unknown,
  path: Path = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapValue(inner, change, [...path, key])]),
  );
}

/** The texts in a structure, in order. */
export function textLeaves(value: Readonly<Record<string, unknown>> = {}): string[] {
  const texts: string[] = [];
  mapLeaves(value, (leaf) => (typeof leaf === "string" ? texts.push(leaf) : 0));
  return texts;
}

function mapValue(value: unknown, change: (leaf: unknown, path: Path) => unknown, path: Path): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapValue(item, change, [...path, String(index)]));
  return isPlainObject(value) ? mapLeaves(value, change, path) : change(value, path);
}
