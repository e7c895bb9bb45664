import { z } from "zod";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";

/** An object as JSON text; no text at all is null. */
export const JsonObjectText = z.string().transform((text, context): Record<string, unknown> | null => {
  if (text.trim() === "") return null;
  const value = jsonFault(text) ? undefined : parseExactJson(text);
  if (isJsonObject(value)) return value;
  context.addIssue({ code: "custom", message: 'must be a JSON object, such as {"plan": "gold"}' });
  return z.NEVER;
});

/** The same object as a form shows it. */
export const jsonObjectText = (data: Readonly<Record<string, unknown>> | null | undefined): string =>
  data && Object.keys(data).length > 0 ? JSON.stringify(data, null, 2) : "";
