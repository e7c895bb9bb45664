import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import type { Completion, DeliveryState } from "#contract/constants/statuses.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import { createdAt, moment, owner } from "./columns.ts";

/** A sent delivery whose vendor is asked later what became of it. */
export interface AwaitedReceipt {
  /** The vendor's id, which it is asked by. */
  id: string;
  /** The device that the delivery was for; null on channels without. */
  deviceToken: string | null;
  /** ISO-8601 UTC. */
  sentAt: string;
}

/** A device token that the vendor refused as it would refuse all of them where the integration is set up for another app. */
export interface DeviceRefusal {
  token: string;
  /** ISO-8601 UTC. */
  refusedAt: string | null;
}

/**
 * One send that a channel step decided on: integration, destination and content. A job has one for each destination. A
 * retry sends what is stored here and decides nothing again. Partitioned by `expire_at`.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Derived from the job and the destination's number. */
    id: uuid().notNull(),
    ...owner(),
    eventId: uuid().notNull(),
    cohortId: uuid().notNull(),
    runId: uuid().notNull(),
    jobId: uuid().notNull(),
    messageId: uuid().notNull(),
    /** The partition of the message. */
    messageExpireAt: moment().notNull(),
    /** Of the step among the active ones. */
    position: smallint().notNull(),
    channel: text().$type<Channel>().notNull(),
    integrationId: uuid().notNull(),
    providerId: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    /** Sends through the current integration that have been begun. */
    attempt: smallint().notNull().default(0),
    /** The owner of its lease; only the owner may record an outcome. */
    leaseOwner: uuid(),
    /** When the first lease for its current integration began: the first attempt is not earlier, and hardly later. */
    firstLeasedAt: moment(),
    /** While open: when it may be sent, or, while it is leased, when the lease ends and somebody else may take it. */
    dueAt: moment(),
    /** The message as the provider's adapter takes it, without its id; null once it has been sent. */
    request: jsonb().$type<Record<string, unknown>>(),
    /** From then on it is not sent any more. */
    validUntil: moment(),
    /** Size of `request` in bytes of JSON, by which sends are batched. */
    bytes: integer().notNull(),
    /** The integrations that may send it, the current one among them; null when there is no other, and once it has been sent. */
    failover: jsonb().$type<Failover>(),
    /** The vendor of the current integration may have taken it: another one would send it twice. */
    isBound: boolean().notNull().default(false),
    /** When the job completes, by the outcomes of all its deliveries. */
    completion: text().$type<Completion>().notNull().default("all_sent"),
    /** Whether the job has no other delivery and no failed destination, and whether its step is the run's last one: its success then ends both. */
    isOnly: boolean().notNull(),
    isLast: boolean().notNull(),
    error: jsonb().$type<{ message: string; errorText?: string; device?: DeviceRefusal }>(),
    /** Null where the vendor is not asked, and once it has answered. */
    receipt: jsonb().$type<AwaitedReceipt>(),
    /** When the vendor is asked, or, while it is being asked, when somebody else may. */
    receiptDueAt: moment(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // What a cohort has to send through an integration: what was refused before, and then the rest, by when each may be sent.
    index("deliveries_open").on(t.cohortId, t.integrationId, sql`(error is null)`, t.dueAt).where(sql`state = 'open'`),
    // The deliveries of a run's jobs: whether a step is done.
    index("deliveries_run").on(t.runId),
    // What is tried again after a failure, by when.
    index("deliveries_retrying").on(t.environmentId, t.dueAt, t.id).where(sql`state = 'open' and error is not null`),
    // Of which vendors are asked what became of them.
    index("deliveries_receipts").on(t.receiptDueAt).where(sql`receipt_due_at is not null`),
    // What a resume sends again.
    index("deliveries_failed").on(t.cohortId).where(sql`state in ('failed', 'stopped')`),
  ],
);
