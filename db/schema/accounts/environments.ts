import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { StoredTestDelivery } from "#contract/accounts/test-delivery.ts";
import type { RecordedRequests } from "#contract/constants/activity/requests.ts";
import type { RateCategory } from "#contract/constants/plans.ts";
import type { KeptEvents } from "#contract/constants/webhooks.ts";
import type { RetentionDays } from "#contract/retention.ts";
import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import type { SuppressionRules } from "#contract/suppressions.ts";
import { id, moment, timestamps } from "../columns.ts";
import { organizations } from "./organizations.ts";

export const environments = pgTable(
  "environments",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** The application identifier of inboxes: public, and the only credential besides a key. */
    identifier: text().notNull(),
    /** Of its dot in the dashboard, in hexadecimal; null is that of its kind. */
    color: text(),
    /** Production points to Development, from which changes are promoted. */
    parentId: uuid(),
    /** Executes the steps of its code-first workflows; null before the first sync. */
    bridgeUrl: text(),
    /** Whether the bridge may have a certificate that it signed itself; counts in environments without a parent only. */
    bridgeSelfSigned: boolean().notNull().default(false),
    /** The time at which its code-first workflows were last taken over from the bridge. */
    bridgeSyncedAt: moment(),
    /** The domain whose mail comes to Belfry: replies to emails go to addresses of it. */
    inboundParseDomain: text(),
    /** Whether the domain's MX record named the mail server of this installation when somebody last asked. */
    mxRecordConfigured: boolean().notNull().default(false),
    /** Calls a second with its API keys, in place of those of the organisation's plan. The operator sets them. */
    apiRateLimits: jsonb().$type<Partial<Record<RateCategory, number>>>(),
    /** For how long rows are kept; null is the default. */
    retention: jsonb().$type<RetentionDays>(),
    /** Caps that the environment sets itself. */
    safetyCaps: jsonb().$type<StoredSafetyCaps>(),
    /** Who gets messages while the environment is tested. */
    testDelivery: jsonb().$type<StoredTestDelivery>(),
    /** Which soft bounces suppress an address, and for how long bounces do; null is never and for ever. */
    suppressionRules: jsonb().$type<SuppressionRules>(),
    /** Whether another member has to approve what is published to it. */
    requiresApproval: boolean().notNull().default(false),
    /** Says how much is recorded of calls with its API keys. */
    recordedRequests: text().$type<RecordedRequests>().notNull().default("everything"),
    /** Which events are kept for receivers: those that a webhook endpoint takes, switched on or not, or all. */
    keptEvents: text().$type<KeptEvents>().notNull().default("wanted"),
    /** From then on nobody finds the environment; its rows are removed in portions. */
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [uniqueIndex("environments_identifier").on(t.identifier)],
);
