import { pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Up to which moment a recurring task has looked at everything. */
export const watermarks = pgTable("watermarks", { name: text().primaryKey(), at: moment().notNull() });
