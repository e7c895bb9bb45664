/** Levels of lists and objects in each other that a small document may have: what reads it recursively reaches an end. */
export const DOCUMENT_DEPTH_MAX = 50;

/** Whether lists and objects are in each other more than so many times, without recursion, of which there is not enough. */
export function isNestedDeeper(value: unknown, levels = DOCUMENT_DEPTH_MAX): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((parent) => Object.values(parent).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
