import { toText } from "../text.ts";

/** Every word with a capital first letter and the rest in lower case; a missing value stays missing. */
export function titlecase(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return toText(value)
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}
