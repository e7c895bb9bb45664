import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import { moment } from "../columns.ts";

/**
 * How many steps failed in an hour of UTC, and why. Their sentences stay in the histories of the runs: they may name subscribers, and
 * counts outlive these.
 */
export const failureCounts = pgTable(
  "failure_counts",
  {
    environmentId: uuid().notNull(),
    /** The hour's first moment. */
    hour: moment().notNull(),
    workflowId: uuid().notNull(),
    reason: text().$type<StepReason>().notNull(),
    stepType: text().$type<StepType>().notNull(),
    /** Empty for steps that reached no provider. */
    providerId: text().notNull(),
    failures: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: "failure_counts_pk",
      columns: [t.environmentId, t.hour, t.workflowId, t.reason, t.stepType, t.providerId],
    }),
    // Housekeeping deletes what no overview shows any more.
    index("failure_counts_hour").using("brin", t.hour),
  ],
);
