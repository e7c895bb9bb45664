import { integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { imports } from "./imports.ts";

/** A line of a file: its number from 1, and what it says, or why that cannot be read. */
export interface ImportLine {
  line: number;
  record?: Record<string, unknown>;
  problem?: { field: string | null; message: string };
}

/** Lines of a file that are worked off together. Deleted when they have been. */
export const importPortions = pgTable(
  "import_portions",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    lines: jsonb().$type<ImportLine[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
);
