import { type Template, TypeGuards, Value } from "liquidjs";
import { LRUCache } from "lru-cache";
import { parseTemplate } from "./compile-template.ts";
import { I18nTag } from "./helpers/i18n-tag.ts";
import { childrenOf } from "./syntax-tree.ts";

/** Keys of translations that templates print; `any` where a key is made of variables, so that it may be each of them. */
export type TranslationKeys = readonly string[] | "any";

const cache = new LRUCache<string, { keys: TranslationKeys }>({
  max: 5000,
  maxSize: 20_000_000,
  sizeCalculation: (_, source) => source.length,
});

/** The keys of translations that some templates print together. One that cannot be parsed has none: it fails when rendered. */
export function translationKeys(texts: readonly string[]): TranslationKeys {
  const keys = new Set<string>();
  for (const text of texts) {
    if (!text.includes("i18n")) continue;
    const found = keysOf(text);
    if (found === "any") return "any";
    for (const key of found) keys.add(key);
  }
  return [...keys];
}

function keysOf(text: string): TranslationKeys {
  const known = cache.get(text);
  if (known) return known.keys;
  const found = parse(text).flatMap(keysIn);
  const keys = found.includes(undefined) ? "any" : found.filter((key) => key !== undefined);
  cache.set(text, { keys });
  return keys;
}

function parse(text: string): Template[] {
  try {
    return parseTemplate(text);
  } catch {
    return [];
  }
}

/** The keys in a part of a template; undefined for one that is not written in it. */
function keysIn(template: Template): (string | undefined)[] {
  const own = template instanceof I18nTag ? [literal(template.key)] : [];
  const filtered = [...(template.arguments?.() ?? [])].flatMap((argument) =>
    argument instanceof Value ? keysOfFilters(argument) : [],
  );
  return [...own, ...filtered, ...childrenOf(template).flatMap(keysIn)];
}

function keysOfFilters({ initial, filters }: Value): (string | undefined)[] {
  const [first] = initial.postfix;
  return filters.flatMap(({ name }, index) => {
    if (name !== "i18n") return [];
    return [index === 0 && first && initial.postfix.length === 1 ? literal(first) : undefined];
  });
}

function literal(token: unknown): string | undefined {
  return TypeGuards.isQuotedToken(token) ? token.content : undefined;
}
