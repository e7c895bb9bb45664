/** Characters that every value counts for, beside its own: numbers, brackets and commas take room, too. */
const CHARACTERS_PER_VALUE = 10;

/**
 * The size of plain data, roughly in characters of its JSON text. A value that is in it twice counts twice.
 * Counting ends as soon as the size is over `limit`, so it takes no longer than the limit allows.
 */
export function sizeOf(value: unknown, limit: number): number {
  const pending = [value];
  let size = 0;
  while (pending.length > 0 && size <= limit) {
    const next = pending.pop();
    size += CHARACTERS_PER_VALUE;
    if (typeof next === "string") size += next.length;
    if (typeof next !== "object" || next === null) continue;
    const children = childrenOf(next);
    if (!Array.isArray(next) && !(next instanceof Map)) for (const key of Object.keys(next)) size += key.length;
    if (size + children.length * CHARACTERS_PER_VALUE > limit) return size + children.length * CHARACTERS_PER_VALUE;
    for (const child of children) pending.push(child);
  }
  return size;
}

function childrenOf(value: object): unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  return Array.isArray(value) ? value : Object.values(value);
}
