import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { id, moment, owner, timestamps } from "./columns.ts";

/** By the field's key: the moment, in ISO 8601, and the member who set it; null for an API key. */
export type SecretsSet = Record<string, { at: string; userId: string | null }>;

export const integrations = pgTable(
  "integrations",
  {
    id: id(),
    ...owner(),
    providerId: text().notNull(),
    channel: text().$type<Channel>().notNull(),
    name: text().notNull(),
    identifier: text().notNull(),
    /** Secret fields are encrypted one by one: `db/encryption.ts`. */
    credentials: jsonb().$type<Record<string, unknown>>().notNull(),
    /** When each secret field got its value, and by whom; fields of before this was noted are missing. */
    secretsSet: jsonb().$type<SecretsSet>().notNull().default({}),
    active: boolean().notNull(),
    primary: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    conditions: jsonb().$type<Filter[]>().notNull().default([]),
    /** Whether a message that the vendor may have taken, as its answer never came, is sent once more. */
    retryInDoubt: boolean().notNull().default(true),
    /** Whether published inboxes leave out the mark of their makers; null where nobody said so. */
    removeBranding: boolean(),
    /** How fast it may send; null where the vendor's documents and its refusals say it. */
    pace: jsonb().$type<IntegrationPace>(),
    deletedAt: moment(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("integrations_organization_identifier")
      .on(t.organizationId, t.identifier)
      .where(sql`deleted_at is null`),
    // At most one primary per channel, also when two requests race for it.
    uniqueIndex("integrations_primary").on(t.environmentId, t.channel).where(sql`"primary" and deleted_at is null`),
    // A step looks for the active integrations of its channel, a session for its inbox's settings, active or not.
    index("integrations_environment_channel").on(t.environmentId, t.channel).where(sql`deleted_at is null`),
  ],
);
