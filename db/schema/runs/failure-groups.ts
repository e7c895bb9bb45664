import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { FailureGroupState, IgnoreRule } from "#contract/constants/activity/failure-groups.ts";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import type { Frequency } from "#domain/failures/frequency.ts";
import { moment, owner } from "../columns.ts";

/** A run of a group that failed lately. It is deleted before the group. */
export interface LatestRun {
  runId: string;
  /** When its step failed. */
  at: string;
}

/** Failed steps with the same cause, as far as `domain/failures/fingerprint.ts` can tell, and what members have decided about them. */
export const failureGroups = pgTable(
  "failure_groups",
  {
    /** Derived from the environment and the fingerprint. */
    id: uuid().primaryKey(),
    ...owner(),
    stepType: text().$type<StepType>().notNull(),
    /** Empty for steps that reached no provider. */
    providerId: text().notNull(),
    reason: text().$type<StepReason>().notNull(),
    /** The vendor's own code or the status of its answer; empty where there is none. */
    code: text().notNull(),
    /** Names nobody; empty for the groups of failures beyond the environment's number of groups. */
    text: text().notNull(),
    firstSeen: moment().notNull(),
    lastSeen: moment().notNull(),
    failures: bigint({ mode: "number" }).notNull(),
    /** Subscribers whom the failures concern, as far as they are told apart. */
    people: integer().notNull().default(0),
    /** Newest first. */
    latestRuns: jsonb().$type<LatestRun[]>().notNull(),
    state: text().$type<FailureGroupState>().notNull().default("open"),
    /** When, by whom and why it was resolved or ignored; null while it is open. */
    stateAt: moment(),
    stateBy: jsonb().$type<CanceledBy>(),
    stateReason: text(),
    /** Of an ignored group. */
    ignoreRule: jsonb().$type<IgnoreRule>(),
    /** Failures since it was ignored, and those of the last minute that had any. */
    ignoredFailures: integer().notNull().default(0),
    ignoredMinute: moment(),
    ignoredInMinute: integer().notNull().default(0),
    /** Its failures of the last hour by minutes, as long as an alert rule asks for them. */
    frequency: jsonb().$type<Frequency>(),
    /** When it came back after it was resolved or ignored, and with a run of which workflow and version; null for one that did not. */
    cameBackAt: moment(),
    cameBackFrom: text().$type<Exclude<FailureGroupState, "open">>(),
    cameBackWorkflowId: uuid(),
    cameBackVersion: integer(),
  },
  (t) => [
    // The groups of an environment, of which there are some thousands at most.
    index("failure_groups_environment").on(t.environmentId, t.lastSeen),
  ],
);

/** Failures of a group in an hour of UTC, by the workflow's versions. */
export const failureGroupHours = pgTable(
  "failure_group_hours",
  {
    environmentId: uuid().notNull(),
    groupId: uuid().notNull(),
    /** The hour's first moment. */
    hour: moment().notNull(),
    workflowId: uuid().notNull(),
    /** The number of the version; 0 where it is gone. */
    version: integer().notNull(),
    failures: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: "failure_group_hours_pk", columns: [t.groupId, t.hour, t.workflowId, t.version] }),
    // Housekeeping deletes what is as old as counts are kept.
    index("failure_group_hours_hour").using("brin", t.hour),
  ],
);

/** Subscribers whom the failures of a group concern, up to a number. */
export const failureGroupPeople = pgTable(
  "failure_group_people",
  {
    environmentId: uuid().notNull(),
    groupId: uuid().notNull(),
    subscriberId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ name: "failure_group_people_pk", columns: [t.groupId, t.subscriberId] }),
    // An erasure removes the rows of a subscriber.
    index("failure_group_people_subscriber").on(t.subscriberId),
  ],
);
