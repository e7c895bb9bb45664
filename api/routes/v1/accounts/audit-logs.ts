import type { z } from "zod";
import type { KeyCaller, MemberCaller } from "#api/caller.ts";
import { handlers } from "#api/handlers.ts";
import { pageOf, placeOf } from "#api/keyset.ts";
import { noteExport } from "#api/services/note-export.ts";
import { auditCsvHeader, auditCsvLine, auditLogView } from "#api/views/audit-logs.ts";
import { auditLogOperations, type ExportAuditLogs } from "#contract/accounts/audit-logs.ts";
import { AUDIT_EXPORT_MAX } from "#contract/constants/audit.ts";
import { type AuditFilter, type ListedAuditLog, listAuditLogs } from "#db/queries/audit/audit-logs.ts";

const NEXT_HEADER = "belfry-next-cursor";

/** Who changed what, and from where. docs/audit.md lists the actions. */
export const auditLogRoutes = handlers(auditLogOperations, (app) => {
  const place = ({ at, log }: ListedAuditLog) => ({ at, id: log.id });
  return {
    listAuditLogs: async ({ scope, caller, query }) => {
      const rows = await listAuditLogs(app.db, { ...filterOf(scope, caller, query), limit: query.limit + 1 });
      const { shown, next } = pageOf(rows, query.limit, place);
      return { data: shown.map(auditLogView), next };
    },

    exportAuditLogs: async (request, reply) => {
      const { scope, caller, query } = request;
      await noteExport(app.db, request, { of: "audit log" });
      const rows = await listAuditLogs(app.db, { ...filterOf(scope, caller, query), limit: AUDIT_EXPORT_MAX + 1 });
      const { shown, next } = pageOf(rows, AUDIT_EXPORT_MAX, place);
      if (next !== null) reply.header(NEXT_HEADER, next);
      reply.header("content-disposition", 'attachment; filename="audit-log.csv"').type("text/csv; charset=utf-8");
      return reply.serializer(String).send(auditCsvHeader() + shown.map(auditLogView).map(auditCsvLine).join(""));
    },
  };
});

type Query = z.output<typeof ExportAuditLogs>;

/** A key sees what concerns its own environment; an admin the whole organisation. */
function filterOf(
  { organizationId }: { organizationId: string },
  caller: KeyCaller | MemberCaller,
  { id, cursor, from, to, environmentId, userId, actor, action, entityType, entityId }: Query,
): Omit<AuditFilter, "limit"> {
  return {
    organizationId,
    id,
    userId,
    actor,
    action,
    entityType,
    entityId,
    environmentId: caller.kind === "key" && caller.type === "environment" ? caller.environmentId : environmentId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    after: placeOf(cursor),
  };
}
