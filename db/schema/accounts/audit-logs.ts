import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditChanges } from "#contract/accounts/audit-logs.ts";
import type { AuditActor } from "#contract/constants/audit.ts";
import { createdAt, id, moment } from "../columns.ts";

/** Changes that people and keys made, and their sign-ins. A row is stored with its change, and never changed itself. */
export const auditLogs = pgTable(
  "audit_logs",
  {
    id: id(),
    organizationId: uuid().notNull(),
    /** Null where the organisation as a whole is concerned. */
    environmentId: uuid(),
    actor: text().$type<AuditActor>().notNull(),
    /** The person, or the owner of the key; null when nobody is known to have tried. */
    userId: uuid(),
    /** The last four characters of the key. */
    keyEnd: text(),
    /** The actor's roles at the time. */
    roles: text().array().notNull(),
    /** As in `topic.created`; docs/audit.md lists them. */
    action: text().notNull(),
    entityType: text().notNull(),
    /** The id by which callers name the entity; null for what has none, such as an outbox. */
    entityId: text(),
    entityName: text(),
    /** Fields that have changed, before and after. Secrets are masked. */
    changes: jsonb().$type<AuditChanges>().notNull(),
    address: text(),
    userAgent: text(),
    requestId: text(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // An organisation's log, newest first, for its admins.
    index("audit_logs_organization").on(t.organizationId, t.createdAt, t.id),
    // An environment's, for its keys.
    index("audit_logs_environment").on(t.environmentId, t.createdAt, t.id),
    // What somebody did.
    index("audit_logs_actor").on(t.organizationId, t.userId, t.createdAt, t.id),
    // What people did, of which there is little beside what keys do.
    index("audit_logs_people").on(t.organizationId, t.actor, t.createdAt, t.id).where(sql`${t.actor} <> 'key'`),
    // What became of an entity, or of all of a type.
    index("audit_logs_entity").on(t.organizationId, t.entityType, t.entityId, t.createdAt, t.id),
    // Where an action was done.
    index("audit_logs_action").on(t.organizationId, t.action, t.createdAt, t.id),
  ],
);
