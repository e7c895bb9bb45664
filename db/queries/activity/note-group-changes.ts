import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";

/** `new`: it had no failures before. `again`: it was resolved or ignored, and is open again. */
export interface GroupChange {
  groupId: string;
  became: "new" | "again";
}

const EVENTS = { new: "failure_group.created", again: "failure_group.reopened" } as const;

/** Stores what follows from groups that are new or came back, in the transaction that counts their failures: events for webhook endpoints. */
export async function noteGroupChanges(
  sql: RareTransaction,
  environmentId: string,
  changes: readonly GroupChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const events = changes.map(({ groupId, became }) => ({ groupId, type: EVENTS[became] }));
  const source = sql`
    select g.environment_id, f.type, jsonb_build_object('failureGroupId', g.id, 'stepType', g.step_type, 'providerId',
      nullif(g.provider_id, ''), 'reason', g.reason, 'code', nullif(g.code, '')) as data
    from jsonb_to_recordset(${storableJson(events)}::text::jsonb) as f ("groupId" uuid, type text) join failure_groups g on g.id = f."groupId"
    where g.environment_id = ${environmentId}`;
  await sql`with ${webhooksPart(sql, source, new Date().toISOString())} select from new_webhooks`;
}
