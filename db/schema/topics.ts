import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";

export const topics = pgTable(
  "topics",
  { id: id(), ...owner(), key: text().notNull(), name: text().notNull(), ...timestamps() },
  (t) => [
    // Keys are chosen by the customer, so they only need to be unique inside one environment.
    uniqueIndex("topics_environment_key").on(t.environmentId, t.key),
  ],
);
