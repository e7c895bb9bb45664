import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" } as const;

/** Returns the object that a text stands for; undefined where it is no object, or no JSON. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  if (jsonFault(text) !== undefined) return undefined;
  const value = parseExactJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Returns the text with another value in one place. Everything else stays as it is written, also numbers of any size. */
export const withValue = (text: string, path: JSONPath, value: string | number | boolean): string =>
  applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT }));
