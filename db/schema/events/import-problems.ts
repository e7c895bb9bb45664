import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { imports } from "./imports.ts";

/** A line of a file that could not be written. Values of the line are in no message, so that nothing of a person stays here. */
export const importProblems = pgTable(
  "import_problems",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** Among the problems of the import, from 1. */
    number: integer().notNull(),
    line: integer().notNull(),
    /** Null for a problem of the whole line. */
    field: text(),
    message: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
);
