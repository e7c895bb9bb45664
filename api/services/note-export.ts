import type { Database } from "#db/client.ts";
import { type AuditedCall, note } from "./audit.ts";

/** Data that leaves as a file. */
type Export = { of: "data"; kind: string } | { of: "subscriber"; subscriberId: string } | { of: "audit log" };

/** Notes that somebody takes data out, before the first of it is sent. */
export function noteExport(db: Database, call: AuditedCall, taken: Export): Promise<void> {
  if (taken.of === "data") return note(db, call, { action: "data.exported", name: taken.kind });
  if (taken.of === "subscriber") return note(db, call, { action: "subscriber.exported", id: taken.subscriberId });
  return note(db, call, { action: "audit_log.exported" });
}
