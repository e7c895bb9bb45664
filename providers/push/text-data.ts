/** Data as Google's push service takes it: every value is a text. */
export function texts(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}
