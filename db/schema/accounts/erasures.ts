import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ErasureState } from "#contract/constants/imports.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/** Names of a person before the erasure. */
export interface ErasedPerson {
  /** The customer's id. */
  subscriberId: string;
  /** Belfry's ids: the subscriber itself, and those that were deleted before under the same id. */
  ids: string[];
  /** Addresses and numbers, by which reports of vendors name the person. */
  addresses: string[];
}

/** The removal of everything that is stored about one subscriber, and how far it is. The row itself names nobody once it has ended. */
export const erasures = pgTable(
  "erasures",
  {
    id: id(),
    ...owner(),
    /** Belfry's id of the subscriber, whose row stays without anything personal. */
    subscriberId: uuid().notNull(),
    /** Names that the person's data is found by. Null once the erasure has ended. */
    person: jsonb().$type<ErasedPerson>(),
    state: text().$type<ErasureState>().notNull().default("running"),
    /** Number of the step that comes next. */
    step: integer().notNull().default(0),
    /** The last row that the step has looked at, by what it is ordered by; null at its start. */
    cursor: text(),
    /** Runs that were ended, and rows from which something was removed. */
    endedRuns: integer().notNull().default(0),
    erasedRows: integer().notNull().default(0),
    createdAt: createdAt(),
    finishedAt: moment(),
    /** When the reconciler looks whether somebody works on it; null when it has ended. */
    dueAt: moment(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // A subscriber is erased once.
    uniqueIndex("erasures_subscriber").on(t.subscriberId),
    // The reconciler looks for those that nobody works on.
    index("erasures_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);
