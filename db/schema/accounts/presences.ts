import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { owner } from "../columns.ts";

/** Which API processes hold sockets of a subscriber, who is named by Belfry's id. */
export const presences = pgTable(
  "presences",
  {
    ...owner(),
    subscriberId: uuid().notNull(),
    processId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriberId, t.processId] }),
    // The presences of a process that is gone are looked for by its id.
    index("presences_process").on(t.processId),
  ],
);
