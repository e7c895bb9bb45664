const LONGEST = 60;

/** Returns an expected value as a sentence has it: lists with commas, and a text in quotes where its end could not be seen. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(valueText).join(", ");
  if (value === undefined || value === null || value === "") return "empty";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return typeof value === "string" && /[\s,;"“”]/.test(shown) ? `“${shown}”` : shown;
}
