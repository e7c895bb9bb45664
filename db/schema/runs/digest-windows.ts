import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, owner } from "../columns.ts";

/** The ender of a digest before its time: a member of the organisation, or an API key. */
export interface DigestEnder {
  kind: "member" | "key";
  /** Belfry's id and the name of the person, who owns the key. */
  userId: string;
  name: string;
  keyId?: string;
  /** ISO-8601. */
  at: string;
}

/** A digest that collects events of one subscriber. Its members are in `digest_members`. */
export const digestWindows = pgTable(
  "digest_windows",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    stepId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    /** Text of the payload's value at the step's digest key; empty without a key or a value. */
    digestValue: text().notNull(),
    /** The run that sends for all: the one that opened the window, or one that it was handed over to. */
    masterRunId: uuid().notNull(),
    openedAt: createdAt(),
    closesAt: moment().notNull(),
    /** From then on nobody joins. */
    closedAt: moment(),
    /** Its events are not sent: the step's conditions failed when the window closed, or somebody has discarded it. */
    discarded: boolean().notNull().default(false),
    discardedBy: jsonb().$type<DigestEnder>(),
    /** Set when somebody has had it sent before its time. */
    sentBy: jsonb().$type<DigestEnder>(),
    /** Closed without being sent, with runs that have not been ended yet. */
    isEnding: boolean().notNull().default(false),
    expireAt: moment().notNull(),
  },
  (t) => [
    // One open window per key: joining is an insert that either wins or finds the winner.
    uniqueIndex("digest_windows_open")
      .on(t.environmentId, t.workflowId, t.stepId, t.subscriberId, t.digestValue)
      .where(sql`closed_at is null`),
    // The open windows of a workflow, by when they close.
    index("digest_windows_waiting").on(t.workflowId, t.closesAt, t.id).where(sql`closed_at is null`),
    // The open windows of a subscriber.
    index("digest_windows_subscriber").on(t.subscriberId, t.closesAt, t.id).where(sql`closed_at is null`),
    // The reconciler ends what is left of discarded windows.
    index("digest_windows_ending").on(t.id).where(sql`is_ending`),
    // The windows of a run that is due.
    index("digest_windows_master").on(t.masterRunId),
  ],
);
