import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { PauseReason } from "#contract/constants/safety-caps.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/**
 * A workflow or a subscriber that reached a safety cap. As long as the pause is open its runs are held; `held_runs` has them.
 * The row is the alert that members see, and stays as the record of it.
 */
export const pauses = pgTable(
  "pauses",
  {
    id: id(),
    ...owner(),
    reason: text().$type<PauseReason>().notNull(),
    /** One of both. */
    workflowId: uuid(),
    subscriberId: uuid(),
    limit: bigint({ mode: "number" }).notNull(),
    counted: bigint({ mode: "number" }).notNull(),
    state: text().$type<"open" | "continued" | "discarded">().notNull().default("open"),
    createdAt: createdAt(),
    resolvedAt: moment(),
  },
  (t) => [
    // Each slice asks whether its workflow is paused, and its members. One open pause each.
    uniqueIndex("pauses_workflow_open").on(t.workflowId).where(sql`state = 'open'`),
    uniqueIndex("pauses_subscriber_open").on(t.subscriberId).where(sql`state = 'open'`),
    // Lists, newest first.
    index("pauses_environment_created").on(t.environmentId, t.createdAt),
    // Those whose runs are being let go.
    index("pauses_resolved").on(t.resolvedAt).where(sql`state <> 'open'`),
  ],
);
