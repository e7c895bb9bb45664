import type { Query } from "#client/client.ts";
import type { AuditActor } from "#contract/constants/audit.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import {
  keyParam,
  momentParam,
  patternParam,
  searchSchema,
  sizeParam,
  textParam,
} from "#dashboard/lists/search-schemas.ts";

/** The filters and the place of the audit log, as its address has them. */
export const AuditSearch = searchSchema({
  actor: keyParam<AuditActor>({ member: true, key: true, person: true, operator: true }),
  userId: patternParam(UUID_PATTERN),
  action: textParam,
  entityType: textParam,
  entityId: textParam,
  environmentId: patternParam(UUID_PATTERN),
  from: momentParam,
  to: momentParam,
  // Of the entry that is shown.
  entry: patternParam(UUID_PATTERN),
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type AuditSearch = ReturnType<typeof AuditSearch.parse>;

/** Returns the filters as the calls that list and export take them. */
export const auditFilters = ({ size: _size, cursor: _cursor, entry: _entry, ...filters }: AuditSearch) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Query<"exportAuditLogs">;

export const auditQuery = (search: AuditSearch): Query<"listAuditLogs"> => ({
  ...auditFilters(search),
  limit: search.size,
  ...(search.cursor && { cursor: search.cursor }),
});
