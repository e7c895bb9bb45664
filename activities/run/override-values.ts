import { mailboxOf, splitAddresses } from "#contract/constants/templates/override-fields.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { Passthrough } from "#providers/passthrough.ts";

export type Overrides = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? { ...value } : {};
}

/** Returns what the overrides pass through to the provider's adapter; nothing where they do not say. */
export function passthroughOf({ _passthrough }: Overrides): { passthrough?: Passthrough } {
  const { body, headers, query } = asObject(_passthrough);
  const passthrough = { body: asObject(body), headers: stringsOf(headers), query: stringsOf(query) };
  return Object.values(passthrough).some((part) => Object.keys(part).length > 0) ? { passthrough } : {};
}

export function textIn(source: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = source[key];
  if (typeof value === "bigint" || Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function textsIn(source: Overrides, key: string): string[] {
  return [source[key]].flat().filter((value): value is string => typeof value === "string" && value !== "");
}

export function stringsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, entry]) =>
      ["string", "number", "bigint", "boolean"].includes(typeof entry) ? [[name, String(entry)]] : [],
    ),
  );
}

/** The addresses of a field: one, several in a text, or a list. What has no address in it is left out. */
export function addressesIn(source: Overrides, key: string): string[] {
  return textsIn(source, key)
    .flatMap(splitAddresses)
    .filter((text) => mailboxOf(text) !== undefined);
}
