import { isJsonObject } from "./json-object.ts";

/**
 * Texts of a JSON object by dotted key. Of two that make the same key, the one that is nested less counts: `"a.b"` before
 * `a: {b}`.
 */
export function flattenTexts(json: Readonly<Record<string, unknown>>): Map<string, string> {
  const texts = new Map<string, string>();
  let level: { prefix: string; object: object }[] = [{ prefix: "", object: json }];
  while (level.length > 0) {
    const deeper: typeof level = [];
    for (const { prefix, object } of level) {
      for (const [key, value] of Object.entries(object)) {
        const path = `${prefix}${key}`;
        if (typeof value === "string" && !texts.has(path)) texts.set(path, value);
        else if (isJsonObject(value)) deeper.push({ prefix: `${path}.`, object: value });
      }
    }
    level = deeper;
  }
  return texts;
}
