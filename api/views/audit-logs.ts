import { AUDIT_CSV_COLUMNS, type AuditLog } from "#contract/accounts/audit-logs.ts";
import type { ListedAuditLog } from "#db/queries/audit/audit-logs.ts";
import { csvLine } from "#domain/values/csv-cell.ts";
import { personName } from "#domain/values/person-name.ts";
import { withoutNulls } from "./fields.ts";

export const auditLogView = ({ log, firstName, lastName, email }: ListedAuditLog): AuditLog => ({
  _id: log.id,
  id: log.id,
  createdAt: log.createdAt.toISOString(),
  ...withoutNulls({ _environmentId: log.environmentId }),
  actor: {
    kind: log.actor,
    ...withoutNulls({ _userId: log.userId, name: personName({ firstName, lastName }), email, keyEnd: log.keyEnd }),
    roles: log.roles,
  },
  action: log.action,
  entity: { type: log.entityType, ...withoutNulls({ id: log.entityId, name: log.entityName }) },
  changes: log.changes,
  from: withoutNulls({ address: log.address, userAgent: log.userAgent, requestId: log.requestId }),
});

const CELLS: Record<(typeof AUDIT_CSV_COLUMNS)[number], (log: AuditLog) => string | undefined> = {
  time: ({ createdAt }) => createdAt,
  environment: (log) => log._environmentId,
  actor: ({ actor }) => actor.kind,
  user: ({ actor }) => actor._userId,
  name: ({ actor }) => actor.name,
  email: ({ actor }) => actor.email,
  roles: ({ actor }) => actor.roles.join(" "),
  key: ({ actor }) => actor.keyEnd,
  action: ({ action }) => action,
  "entity type": ({ entity }) => entity.type,
  "entity id": ({ entity }) => entity.id,
  "entity name": ({ entity }) => entity.name,
  changes: ({ changes }) => JSON.stringify(changes),
  address: ({ from }) => from.address,
  "user agent": ({ from }) => from.userAgent,
  request: ({ from }) => from.requestId,
};

export const auditCsvHeader = (): string => csvLine(AUDIT_CSV_COLUMNS);
export const auditCsvLine = (log: AuditLog): string => csvLine(AUDIT_CSV_COLUMNS.map((column) => CELLS[column](log)));
