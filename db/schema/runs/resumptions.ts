import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type {
  ResumableFilter,
  ResumptionIntegration,
  ResumptionState,
  ResumptionVersion,
} from "#contract/resumptions.ts";
import type { ResumeRefusal } from "#domain/resume-plan.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/** A call that asks for runs to go on which failed or were stopped, or to be cancelled, and how far that is. */
export const resumptions = pgTable(
  "resumptions",
  {
    id: id(),
    ...owner(),
    /** Whether its runs go on, or are cancelled. */
    kind: text().$type<ResumptionKind>().notNull().default("resume"),
    name: text(),
    /** The runs that were named, or what the runs have in common. */
    runIds: uuid().array(),
    filter: jsonb().$type<ResumableFilter>(),
    version: text().$type<ResumptionVersion>().notNull(),
    /** The integration that sends what failed on its channel, as it was when it was chosen; null for those that would send it anyway. */
    integration: jsonb().$type<ResumptionIntegration>(),
    state: text().$type<ResumptionState>().notNull(),
    /** The time over which the runs are resumed; 0 for at once. */
    spreadSeconds: integer().notNull().default(0),
    /** When all were counted, from which the time is measured. */
    countedAt: moment(),
    /** The last run that was looked at: when it was created, to the microsecond, and its id. Null before the first. */
    cursorAt: timestamp({ withTimezone: true, mode: "string", precision: 6 }),
    cursorId: uuid(),
    /** Runs that match: while they are counted, those found so far. */
    total: integer().notNull().default(0),
    resumed: integer().notNull().default(0),
    /** Runs that were not resumed, by reason. */
    refused: jsonb().$type<Partial<Record<ResumeRefusal, number>>>().notNull().default({}),
    createdBy: jsonb().$type<CanceledBy>(),
    createdAt: createdAt(),
    finishedAt: moment(),
    /** When the reconciler looks whether somebody works on it; null when it has ended. */
    dueAt: moment(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // Those of an environment and a kind, newest first.
    index("resumptions_environment_created").on(t.environmentId, t.kind, t.createdAt),
    // The reconciler looks for those that nobody works on.
    index("resumptions_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
