/** Levels of lists and objects in each other that a small document may have: what reads it recursively reaches an end. */
export const DOCUMENT_DEPTH_MAX = 50;

export function isNestedDeeper(value: unknown, levels = DOCUMENT_DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isNestedDeeper(child, levels - 1));
}
