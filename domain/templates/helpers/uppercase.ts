import { toText } from "../text.ts";

/** The whole text in upper case; empty when the value is missing. */
export function uppercase(value: unknown): string {
  return toText(value).toUpperCase();
}
