import { toText } from "../text.ts";

/** The whole text in lower case; empty when the value is missing. */
export function lowercase(value: unknown): string {
  return toText(value).toLowerCase();
}
