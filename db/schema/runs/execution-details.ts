import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ExecutionSource, ExecutionStatus } from "#contract/constants/statuses.ts";
import { createdAt, moment, owner } from "../columns.ts";

/**
 * The history of a job, one row per fact that no other row holds: that a step was created, queued and started stands in
 * its job, and reading puts both together (`db/queries/activity/execution-details.ts`). Partitioned by `expire_at`.
 */
export const executionDetails = pgTable(
  "execution_details",
  {
    // Rows are read by run and never by id, so the id is not indexed.
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    ...owner(),
    runId: uuid().notNull(),
    jobId: uuid().notNull(),
    messageId: uuid(),
    providerId: text(),
    detail: text().notNull(),
    source: text().$type<ExecutionSource>().notNull(),
    status: text().$type<ExecutionStatus>().notNull(),
    isRetry: boolean().notNull().default(false),
    /** JSON text, handed out as it is. */
    raw: text(),
    webhookStatus: text(),
    /** To the microsecond, which keeps apart what one statement writes. */
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // A run's history is read as a whole.
    index("execution_details_run").on(t.runId),
  ],
);
