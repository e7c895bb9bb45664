import { jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { HttpResult } from "#domain/values/http-result.ts";
import { moment } from "../columns.ts";

/** The request of an HTTP step of one run. The row is the right to send it, and keeps what became of it. */
export const httpRequests = pgTable(
  "http_requests",
  {
    runId: uuid().notNull(),
    stepId: uuid().notNull(),
    /** Requests that have been begun. */
    attempt: smallint().notNull(),
    /** `sent`: under way until `due_at` at the latest. `waiting`: it is sent again at `due_at`. `ended`: it is not sent again. */
    state: text().$type<"sent" | "waiting" | "ended">().notNull(),
    dueAt: moment().notNull(),
    /** Null while nothing is known. */
    result: jsonb().$type<HttpResult>(),
    expireAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.stepId] })],
);
