import type { AuditLog } from "#contract/accounts/audit-logs.ts";
import { account, DEVELOPMENT } from "./fixtures.ts";

export const AUDIT_LOG_ID = "00000000-0000-4000-8000-0000000000a7";

/** A change of a layout by the member who is signed in. */
export const anAuditLog = (given: Partial<AuditLog> = {}): AuditLog => ({
  _id: AUDIT_LOG_ID,
  id: AUDIT_LOG_ID,
  createdAt: "2026-01-05T09:00:00.000Z",
  _environmentId: DEVELOPMENT,
  actor: { kind: "member", _userId: account._id, name: "Ada", email: "ada@example.com", roles: ["admin"] },
  action: "layout.updated",
  entity: { type: "layout", id: "receipt", name: "Receipt" },
  changes: { name: { before: "Bill", after: "Receipt" }, data: { after: { colour: "blue" } } },
  from: { address: "203.0.113.9", userAgent: "curl/8", requestId: "req-1" },
  ...given,
});
