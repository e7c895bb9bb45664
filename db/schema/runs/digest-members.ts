import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "../columns.ts";

/** The decision of a digest about one run. The row is the run's claim on the step: a second attempt finds the decision. */
export const digestMembers = pgTable(
  "digest_members",
  {
    runId: uuid().notNull(),
    stepId: uuid().notNull(),
    /** Index of the step in the run. A run that stands behind it has passed the digest. */
    position: smallint().notNull(),
    eventId: uuid().notNull(),
    /** `joined`: the run's event is in the window. `skipped`: a backoff digest let the run through. */
    decision: text().$type<"joined" | "skipped">().notNull(),
    /** Null when the run was let through, and after it has left its window. */
    windowId: uuid(),
    /** The window that the run was in when it ended: its event is not sent. A run that begins again joins anew. */
    leftWindowId: uuid(),
    joinedAt: createdAt(),
    /** That of the run, which is in the partition of this moment. */
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.stepId] }),
    index("digest_members_window").on(t.windowId, t.joinedAt),
    index("digest_members_left").on(t.leftWindowId, t.joinedAt).where(sql`left_window_id is not null`),
    // What a cancelled event takes out of windows.
    index("digest_members_event").on(t.eventId),
    index("digest_members_expire").using("brin", t.expireAt),
  ],
);
