/** The value as JSON text; a missing value is `null`. */
export function json(value: unknown): string {
  return JSON.stringify(value ?? null);
}
