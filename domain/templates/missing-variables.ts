import { DomainError } from "../errors.ts";
import { findNeededPaths } from "./find-variables.ts";

/** Returns what some templates need and the variables lack, by whole names in order; templates that cannot be parsed need nothing. */
export function missingVariables(templates: readonly string[], variables: object): string[] {
  const needed = new Set(templates.flatMap(neededBy));
  return [...needed].filter((name) => !isThere(variables, name.split(".")));
}

function neededBy(template: string): string[] {
  if (!template.includes("{{") && !template.includes("{%")) return [];
  try {
    return findNeededPaths(template);
  } catch (error) {
    // The preview says what is wrong with it.
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** Items of a list have to have it each; an empty list lacks nothing. An empty text is there: somebody wrote it so. */
function isThere(value: unknown, keys: readonly string[]): boolean {
  const [key, ...rest] = keys;
  if (key === undefined) return value !== undefined && value !== null;
  if (Array.isArray(value)) {
    if (["size", "first", "last"].includes(key)) return true;
    return value.every((item) => isThere(item, keys));
  }
  if (typeof value === "string") return key === "size";
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
  return isThere(Reflect.get(value, key), rest);
}
