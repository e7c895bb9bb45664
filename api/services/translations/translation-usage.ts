import type { TemplatePlace, TranslationUsage } from "#contract/workflows/translations.ts";
import type { Database } from "#db/client.ts";
import { findTranslations, loadTranslations } from "#db/queries/translations/read-translations.ts";
import { listTranslatingTemplates } from "#db/queries/translations/template-sources.ts";
import type { Scope } from "#db/scope.ts";
import { translationKeys } from "#domain/templates/translation-keys.ts";
import { groupsOf, splitKey } from "#domain/templates/translations.ts";
import { textLeaves } from "#domain/values/map-leaves.ts";

/** The keys that the templates of an environment print, as their syntax trees have them; of one group, or of all. */
export async function readTranslationUsage(
  db: Database,
  scope: Scope,
  group: string | undefined,
): Promise<TranslationUsage> {
  const places = new Map<string, TemplatePlace[]>();
  const variable: TemplatePlace[] = [];
  for (const { place, content } of await listTranslatingTemplates(db, scope)) {
    // Each by itself: one that makes its keys of variables does not hide those of the others.
    const found = textLeaves(content).map((text) => translationKeys([text]));
    if (found.includes("any")) variable.push(place);
    for (const key of new Set(found.flatMap((keys) => (keys === "any" ? [] : keys)))) {
      if (group !== undefined && splitKey(key)?.group !== group) continue;
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  const exists = await existing(db, scope, [...places.keys()]);
  const keys = [...places].map(([key, of]) => ({ key, exists: exists(key), places: of }));
  return { keys: keys.sort((one, other) => (one.key < other.key ? -1 : 1)), variable };
}

/** Whether a key has a text in some locale. */
async function existing(db: Database, scope: Scope, keys: readonly string[]): Promise<(key: string) => boolean> {
  const groups = groupsOf(keys);
  const { refs } = groups.length === 0 ? { refs: [] } : await findTranslations(db, scope, groups);
  const texts = await loadTranslations(db, refs);
  return (key) => {
    const split = splitKey(key);
    return refs.some(({ id, group }) => group === split?.group && texts.get(id)?.has(split.rest));
  };
}
