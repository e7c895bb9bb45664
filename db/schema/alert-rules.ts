import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AlertEvent } from "#contract/constants/activity/alerts.ts";
import { id, moment, owner, timestamps } from "./columns.ts";

/** Who is told of errors, and of integrations that fail: docs/alerts.md. */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: id(),
    ...owner(),
    name: text().notNull(),
    events: text().array().$type<AlertEvent[]>().notNull(),
    /** For `failure_group.frequent`. */
    frequency: jsonb().$type<{ failures: number; minutes: number }>(),
    emails: text().array().notNull(),
    /** Encrypted: `db/encryption.ts`. Null where nothing is posted. */
    slackUrl: text(),
    active: boolean().notNull(),
    lastRaisedAt: moment(),
    ...timestamps(),
  },
  (t) => [index("alert_rules_environment").on(t.environmentId, t.createdAt)],
);

/** Integrations that are known to fail: what has been told, and is told when it ends. */
export const failingIntegrations = pgTable("failing_integrations", {
  integrationId: uuid().primaryKey(),
  ...owner(),
  since: moment().notNull(),
  /** Since when it has no outage any more; null while it has one. */
  quietSince: moment(),
});
