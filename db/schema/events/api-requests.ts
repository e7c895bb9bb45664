import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { RequestMethod } from "#contract/constants/activity/requests.ts";
import { exactMoment, moment, owner } from "../columns.ts";

/** Why a call was refused, as its answer says it. */
export interface RequestError {
  code: string | null;
  messages: string[];
  fields: Record<string, string[]>;
}

/**
 * Calls with API keys: those that write, and others that were refused. Written in batches after the calls were answered, and partitioned by
 * `expire_at`.
 */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: uuid().notNull(),
    ...owner(),
    keyId: uuid().notNull(),
    /** The last four characters of the key, by which people know one that is gone. */
    keyEnd: text().notNull(),
    method: text().$type<RequestMethod>().notNull(),
    /** The path as it is declared, with the names of its parameters. */
    route: text().notNull(),
    path: text().notNull(),
    query: text(),
    status: integer().notNull(),
    durationMs: integer().notNull(),
    address: text(),
    userAgent: text(),
    contentType: text(),
    idempotencyKey: text(),
    /** Whether the answer is that of an earlier call with the same Idempotency-Key. */
    isReplay: boolean().notNull().default(false),
    requestId: text().notNull(),
    /** With masks for secrets; null where there is no body in JSON, or none is kept. */
    body: text(),
    /** The length of the whole body; null where it is not known. */
    bodyBytes: bigint({ mode: "number" }),
    bodyIsCut: boolean().notNull().default(false),
    answer: text(),
    answerBytes: bigint({ mode: "number" }),
    answerIsCut: boolean().notNull().default(false),
    /** Null for a call that was not refused. */
    error: jsonb().$type<RequestError>(),
    /** Events that the call brought, also those that had been there. */
    transactionIds: text().array().notNull(),
    /** Those of them that had been there. */
    duplicateIds: text().array().notNull(),
    /** When the call began. */
    createdAt: exactMoment().notNull(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // The list, newest first.
    index("api_requests_environment_created").on(t.environmentId, t.createdAt, t.id),
    // What was refused, of which there is little beside what was not.
    index("api_requests_refused").on(t.environmentId, t.createdAt, t.id).where(sql`status >= 400`),
    // The calls that brought an event.
    index("api_requests_transactions").using("gin", t.transactionIds).where(sql`transaction_ids <> '{}'`),
  ],
);

/** Calls of an environment that were not recorded, because there were too many at once or the database was away, by hours. */
export const unrecordedRequests = pgTable(
  "unrecorded_requests",
  {
    ...owner(),
    hour: moment().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    // Calls are added to their hour.
    primaryKey({ columns: [t.environmentId, t.hour] }),
  ],
);
