import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { DataKind, ImportFormat, ImportState } from "#contract/constants/imports.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/** A file of subscribers, topics or preferences, and how far it has been worked off. Its lines are in `import_portions`. */
export const imports = pgTable(
  "imports",
  {
    id: id(),
    ...owner(),
    kind: text().$type<DataKind>().notNull(),
    format: text().$type<ImportFormat>().notNull(),
    /** Only checks: nothing is written. */
    dryRun: boolean().notNull(),
    state: text().$type<ImportState>().notNull().default("pending"),
    /** Lines of the file, and those that were worked off. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Problems that are listed. */
    problems: integer().notNull().default(0),
    /** The portion that comes next. Only the attempt that finds it unchanged writes its outcome. */
    nextPortion: integer().notNull().default(0),
    createdAt: createdAt(),
    finishedAt: moment(),
    /** When the reconciler looks whether somebody works on it; null when it has ended. */
    dueAt: moment(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // Those of an environment, newest first.
    index("imports_environment_created").on(t.environmentId, t.createdAt, t.id),
    // The reconciler looks for those that nobody works on; an environment has few at once.
    index("imports_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
