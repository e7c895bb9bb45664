/**
 * The address bar's format: plain `name=value`, lists as repeated names. The router's own format writes JSON, which reads
 * badly and would turn a transactionId of digits into a number.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null && item !== "") params.append(name, String(item));
    }
  }
  const result = params.toString();
  return result && `?${result}`;
}
