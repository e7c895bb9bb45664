import { isJsonObject } from "../values/json-object.ts";

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

/** A copy of the texts with others for some keys: where a key has its text, else under the whole key. */
export function withTexts(
  texts: Readonly<Record<string, unknown>>,
  changes: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const copy = structuredClone(texts);
  const added: [key: string, text: string][] = [];
  for (const [key, text] of changes) {
    const place = placeOf(copy, key);
    if (place) place.object[place.name] = text;
    else added.push([key, text]);
  }
  return added.length === 0 ? copy : Object.fromEntries([...Object.entries(copy), ...added]);
}

/** A copy of the texts without a key. What it leaves empty goes with it. */
export function withoutText(texts: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const copy = structuredClone(texts);
  for (let place = placeOf(copy, key); place; place = placeOf(copy, key)) delete place.object[place.name];
  return withoutEmpty(copy);
}

const withoutEmpty = (texts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([name, value]): [string, unknown] => [name, isJsonObject(value) ? withoutEmpty(value) : value])
      .filter(([, value]) => !isJsonObject(value) || Object.keys(value).length > 0),
  );

interface Place {
  object: Record<string, unknown>;
  name: string;
}

/** The object in which a key has its text, and its name there. */
function placeOf(texts: Record<string, unknown>, key: string): Place | undefined {
  if (typeof own(texts, key) === "string") return { object: texts, name: key };
  for (let dot = key.indexOf("."); dot !== -1; dot = key.indexOf(".", dot + 1)) {
    const inner = own(texts, key.slice(0, dot));
    const place = isJsonObject(inner) ? placeOf(inner, key.slice(dot + 1)) : undefined;
    if (place) return place;
  }
  return undefined;
}

/** A key may be `__proto__`. */
const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Levels that a file may have: contract/workflows/translations.ts. */
const NESTED_MAX = 20;

/** Texts by dotted key as objects in each other. A key stays whole where another one is its beginning, as both cannot be nested. */
export function nestTexts(texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const nested = new Map<string, unknown>();
  for (const [key, text] of texts) {
    const names = key.split(".");
    const begins = names.some((_, index) => index > 0 && texts.has(names.slice(0, index).join(".")));
    if (begins || names.length > NESTED_MAX || names.includes("")) nested.set(key, text);
    else nestInto(nested, names, text);
  }
  return asObject(nested);
}

function nestInto(level: Map<string, unknown>, names: readonly string[], text: string): void {
  const [name = "", ...deeper] = names;
  if (deeper.length === 0) {
    level.set(name, text);
    return;
  }
  const found = level.get(name);
  const inner = found instanceof Map ? found : new Map<string, unknown>();
  level.set(name, inner);
  nestInto(inner, deeper, text);
}

const asObject = (level: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...level].map(([name, value]) => [name, value instanceof Map ? asObject(value) : value]));

/** A place that a variable fills: `{{name}}`, or `{{date, pattern}}`. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** A pattern may have commas itself. */
export function placeholderOf(inside: string): { name: string; pattern: string } {
  const comma = inside.indexOf(",");
  if (comma === -1) return { name: inside.trim(), pattern: "" };
  return { name: inside.slice(0, comma).trim(), pattern: inside.slice(comma + 1).trim() };
}

/** The names of the variables that a text prints. */
export const placeholdersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(PLACEHOLDER)].map(([, inside = ""]) => placeholderOf(inside).name));

/** The variables that one text prints and the other does not. */
export function placeholderGaps(source: string, translation: string): { lacking: string[]; foreign: string[] } {
  const [wanted, printed] = [placeholdersIn(source), placeholdersIn(translation)];
  return {
    lacking: [...wanted].filter((name) => !printed.has(name)),
    foreign: [...printed].filter((name) => !wanted.has(name)),
  };
}
