import { LRUCache } from "lru-cache";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import type { TranslationTexts } from "#domain/templates/translations.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** Texts that an environment has. They are in memory already, more often than not. */
export interface TranslationRef {
  id: string;
  /** The identifier of their group. */
  group: string;
  locale: string;
  revision: string;
  /** Characters of JSON. */
  size: number;
}

/** The texts that templates may print, and the organisation's default locale; null when it has chosen none. */
export interface TranslationRefs {
  refs: TranslationRef[];
  defaultLocale: string | null;
}

interface RefRow extends TranslationRef {
  defaultLocale: string | null;
}

/** The texts of some groups of an environment, or of all. */
export async function findTranslations(
  db: Database,
  { environmentId }: Pick<Scope, "environmentId">,
  groups: readonly string[] | "any",
): Promise<TranslationRefs> {
  // All groups of an environment are no case for one plan: docs/decisions/012-plans-for-all-values.md.
  const sql = groups === "any" ? db.$client : db.$hot;
  const rows = await sql<RefRow[]>`
    select g.identifier as "group", t.id, t.locale, t.revision, t.size, o.default_locale as "defaultLocale"
    from translation_groups g join translations t on t.group_id = g.id join organizations o on o.id = g.organization_id
    where g.environment_id = ${environmentId}
      ${groups === "any" ? sql`` : sql`and g.identifier = any(${[...groups]}::text[])`}`;
  return { refs: rows, defaultLocale: rows[0]?.defaultLocale ?? null };
}

/** By revision. Bounded by size, because a file of texts may be large. */
const contents = new LRUCache<string, TranslationTexts>({
  max: 20_000,
  maxSize: 20_000_000,
  sizeCalculation: (texts) => {
    let size = 500;
    for (const [key, text] of texts) size += 50 + key.length + text.length;
    return size;
  },
});

/** The texts by id, as new as the references at least. Those that were deleted since are missing. */
export async function loadTranslations(
  db: Database,
  refs: readonly Pick<TranslationRef, "id" | "revision">[],
): Promise<ReadonlyMap<string, TranslationTexts>> {
  const found = new Map<string, TranslationTexts>();
  const missing: string[] = [];
  for (const { id, revision } of refs) {
    const texts = contents.get(revision);
    if (texts) found.set(id, texts);
    else missing.push(id);
  }
  if (missing.length === 0) return found;
  const rows = await db.$hot<{ id: string; revision: string; texts: Record<string, unknown> }[]>`
    select id, revision, texts from translations where id = any(${missing}::uuid[])`;
  for (const { id, revision, texts } of rows) {
    const flat = flattenTexts(texts);
    contents.set(revision, flat);
    found.set(id, flat);
  }
  return found;
}
