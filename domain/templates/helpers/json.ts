import { assertPrintable } from "../text.ts";

/** The value as JSON text; a missing value is `null`. Throws for a list or an object that is too large to be printed. */
export function json(value: unknown): string {
  if (typeof value === "object" && value !== null) assertPrintable(value);
  return JSON.stringify(value ?? null);
}
