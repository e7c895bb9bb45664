import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TemplateVariable } from "#contract/workflows/templates.ts";
import { id, moment, owner, timestamps } from "../columns.ts";

/** Html around the content of emails. Emails take a layout as it is when they are rendered. */
export const layouts = pgTable(
  "layouts",
  {
    id: id(),
    ...owner(),
    creatorId: uuid().notNull(),
    /** Who made the newest revision; null for the one that the layout began with. */
    updaterId: uuid(),
    /** The layout of Development that this one was promoted from. */
    parentId: uuid(),
    name: text().notNull(),
    identifier: text().notNull(),
    description: text(),
    /** In Liquid, with `{{ body }}` where the content goes. */
    content: text().notNull(),
    /** The MJML that the content was compiled from. */
    mjml: text(),
    variables: jsonb().$type<TemplateVariable[]>().notNull(),
    isDefault: boolean().notNull().default(false),
    /** Grows with every change, so that a copy in memory is known to be out of date. */
    revision: integer().notNull().default(1),
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    // Events name a layout by this; a deleted one frees its identifier.
    uniqueIndex("layouts_environment_identifier").on(t.environmentId, t.identifier).where(sql`deleted_at is null`),
    // At most one default in an environment.
    uniqueIndex("layouts_environment_default").on(t.environmentId).where(sql`is_default and deleted_at is null`),
    // Lists are newest first.
    index("layouts_environment_created").on(t.environmentId, t.createdAt),
  ],
);
