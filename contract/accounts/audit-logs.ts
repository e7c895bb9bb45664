import { z } from "zod";
import { AUDIT_ACTORS } from "../constants/audit.ts";
import { AUDIT_ADMIN, KEY } from "../schemas/access.ts";
import { givenMoment, Id, Moment, referenceUpTo } from "../schemas/common.ts";
import { keysetPage, keysetQuery } from "../schemas/keyset.ts";
import { unparsed } from "../schemas/media.ts";
import { operations } from "../schemas/operations.ts";

/** Any value of JSON. Zod's own takes no integer beyond 2^53. */
const JsonValue = z.unknown().register(z.globalRegistry, { id: "JsonValue" });

/** Fields that have changed. `before` is absent for what was created, `after` for what was deleted. */
export const AuditChanges = z.record(
  z.string(),
  z.object({ before: JsonValue.optional(), after: JsonValue.optional() }),
);
export type AuditChanges = z.infer<typeof AuditChanges>;

/** Somebody's change, as the audit log keeps it. */
export const AuditLog = z.object({
  _id: z.string(),
  id: z.string(),
  createdAt: Moment,
  /** The environment; absent where the organisation as a whole is concerned. */
  _environmentId: z.string().optional(),
  actor: z.object({
    kind: z.enum(AUDIT_ACTORS),
    /** The person, or the owner of the key. */
    _userId: z.string().optional(),
    name: z.string().optional(),
    email: z.string().optional(),
    roles: z.array(z.string()),
    /** The last four characters of the API key. */
    keyEnd: z.string().optional(),
  }),
  action: z.string(),
  entity: z.object({ type: z.string(), id: z.string().optional(), name: z.string().optional() }),
  changes: AuditChanges,
  from: z.object({
    address: z.string().optional(),
    userAgent: z.string().optional(),
    requestId: z.string().optional(),
  }),
});
export type AuditLog = z.infer<typeof AuditLog>;

const time = givenMoment("must be an ISO 8601 date and time, such as 2026-12-01T09:00:00Z");
const term = referenceUpTo(255);

const filters = {
  /** Of one entry. */
  id: Id.optional(),
  /** A person's id: the member, or the owner of the key. */
  userId: Id.optional(),
  actor: z.enum(AUDIT_ACTORS).optional(),
  action: term.optional(),
  entityType: term.optional(),
  entityId: term.optional(),
  environmentId: Id.optional(),
  /** From this moment on. */
  from: time.optional(),
  /** Before this moment. */
  to: time.optional(),
};

export const ListAuditLogs = z.object({ ...keysetQuery(), ...filters });
export type ListAuditLogs = z.infer<typeof ListAuditLogs>;
export const AuditLogPage = keysetPage(AuditLog);
export const ExportAuditLogs = z.object({ ...filters, cursor: ListAuditLogs.shape.cursor });

/** The columns of an export, in their order. */
export const AUDIT_CSV_COLUMNS = [
  "time",
  "environment",
  "actor",
  "user",
  "name",
  "email",
  "roles",
  "key",
  "action",
  "entity type",
  "entity id",
  "entity name",
  "changes",
  "address",
  "user agent",
  "request",
] as const;

export const auditLogOperations = operations("audit-logs", {
  listAuditLogs: {
    route: "GET /v1/audit-logs",
    client: "auditLogs.list",
    summary: "List audit log entries, newest first; a key sees those of its environment",
    access: [KEY, AUDIT_ADMIN],
    query: ListAuditLogs,
    answer: { 200: AuditLogPage },
    failures: ["forbidden"],
  },

  exportAuditLogs: {
    route: "GET /v1/audit-logs/export",
    client: "auditLogs.export",
    summary: "Export audit log entries as CSV, up to 10000; the belfry-next-cursor header leads to the next ones",
    access: [KEY, AUDIT_ADMIN],
    audit: "audit_log.exported",
    query: ExportAuditLogs,
    answer: {
      200: {
        description: "The file",
        content: { "text/csv": unparsed("string", `${AUDIT_CSV_COLUMNS.join(",")}\r\n`) },
      },
    },
    failures: ["forbidden"],
  },
});
