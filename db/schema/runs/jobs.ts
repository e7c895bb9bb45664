import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { StepType } from "#contract/constants/channels.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import { createdAt, moment, owner } from "../columns.ts";

/** One step of one run. Whoever moves it out of `pending` has claimed the work. Partitioned by `expire_at`. */
export const jobs = pgTable(
  "jobs",
  {
    /** Derived from run and step. */
    id: uuid().notNull(),
    ...owner(),
    runId: uuid().notNull(),
    stepId: uuid().notNull(),
    position: smallint().notNull(),
    type: text().$type<StepType>().notNull(),
    status: text().$type<JobStatus>().notNull(),
    providerId: text(),
    /** Why it failed, or was not begun yet; `attempts` counts how often, where it is tried again. */
    error: jsonb().$type<{ message: string; attempts?: number | undefined }>(),
    /** The result of the step, which later steps can use: of the types `RESULT_STEP_TYPES`, and of steps of a bridge that send nothing. */
    output: jsonb().$type<StepOutput>(),
    /** When a delay or digest ends, or a failed send is tried again. */
    dueAt: moment(),
    queuedAt: moment(),
    startedAt: moment(),
    finishedAt: moment(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // The steps of a run, and claiming one step for a whole cohort.
    index("jobs_run").on(t.runId),
    // What failed, in the order in which it did.
    index("jobs_failed").on(t.environmentId, t.finishedAt, t.id).where(sql`status = 'failed'`),
  ],
);
