import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TranslationTexts } from "#contract/workflows/translations.ts";
import { owner, timestamps } from "../columns.ts";
import { translationGroups } from "./translation-groups.ts";

/** The texts of a translation group in one locale. */
export const translations = pgTable(
  "translations",
  {
    /** Follows from the group and the locale, so that what is deleted and written again is the same entity. */
    id: uuid().primaryKey(),
    ...owner(),
    groupId: uuid()
      .notNull()
      .references(() => translationGroups.id, { onDelete: "cascade" }),
    /** In the form of BCP 47: `de-AT`. */
    locale: text().notNull(),
    texts: jsonb().$type<TranslationTexts>().notNull(),
    /** Of the texts, in characters of JSON. */
    size: integer().notNull(),
    /** Number of texts. */
    keys: integer().notNull(),
    /**
     * By key, the locale and the hash of the text that this one was written for, or was last found to be up to date with. Not for
     * texts of the locale that the others are translations of.
     */
    sources: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** By key, the locale and the hash of the first text that was replaced: translations without a source were written for it. */
    replaced: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** Another one with every change: copies in memory are named by it. Numbers would begin again after a deletion. */
    revision: uuid().notNull().default(sql`gen_random_uuid()`),
    ...timestamps(),
  },
  (t) => [
    // One for each locale; also finds those of a group.
    uniqueIndex("translations_group_locale").on(t.groupId, t.locale),
  ],
);
