import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment, owner } from "../columns.ts";

/** Something that happened to a subscriber, as a caller reported it. Kept for runs that wait for it. */
export const signals = pgTable(
  "signals",
  {
    id: id(),
    ...owner(),
    subscriberId: uuid().notNull(),
    name: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment().notNull(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // The signals of a subscriber since a moment.
    index("signals_subscriber").on(t.subscriberId, t.name, t.createdAt),
  ],
);
