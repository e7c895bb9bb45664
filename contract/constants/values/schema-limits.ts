/** Largest JSON schema of a payload, as JSON in characters, and the most values of one `enum` in it. */
export const PAYLOAD_SCHEMA_MAX = 256 * 1024;
export const SCHEMA_ENUM_MAX = 5_000;

/** Returns what is too much of a JSON schema, in words that follow its name; undefined for one within the limits. */
export function schemaExcess(schema: unknown): string | undefined {
  const length = JSON.stringify(schema)?.length ?? 0;
  if (length > PAYLOAD_SCHEMA_MAX) return `must be at most ${PAYLOAD_SCHEMA_MAX} characters of JSON, and has ${length}`;
  const rest: { value: unknown; path: string }[] = [{ value: schema, path: "" }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null) continue;
    if (path.endsWith(".enum") && Array.isArray(value) && value.length > SCHEMA_ENUM_MAX) {
      return `must have at most ${SCHEMA_ENUM_MAX} values in ${path.slice(1)}, which has ${value.length}`;
    }
    for (const [key, one] of Object.entries(value)) rest.push({ value: one, path: `${path}.${key}` });
  }
  return undefined;
}
