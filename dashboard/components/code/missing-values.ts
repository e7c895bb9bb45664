import type { Problem } from "./parse-problem.ts";
import { variablePlaces } from "./variable-places.ts";

/** The sentence about a variable that the data of a preview lacks. */
export const missingText = (name: string): string => `${name} has no value in this sample.`;

/** Returns the variables of a template that are among those without a value. They are no errors: an event may bring them. */
export function missingValues(text: string, missing: readonly string[]): Problem[] {
  if (missing.length === 0) return [];
  return variablePlaces(text).flatMap(({ keys, from, to, hasDefault }): Problem[] => {
    const name = keys.join(".");
    if (hasDefault || !missing.includes(name)) return [];
    return [{ from, to, severity: "info", message: missingText(name) }];
  });
}
