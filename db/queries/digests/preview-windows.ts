import type { Database } from "../../client.ts";
import { valuesOf } from "../../sql/rows.ts";
import type { DigestJoin } from "./join-windows.ts";

/** The window that an event of a subscriber would join, and when the last event of the same key came to a backoff digest. */
export interface WindowPreview {
  subscriberId: string;
  window: { id: string; masterRunId: string; closesAt: string } | null;
  lastAt: string | null;
}

/** Reads what `joinWindows` would find, and changes nothing. */
export async function previewWindows(
  db: Database,
  { event: { environmentId, workflowId }, stepId, digestValue }: DigestJoin,
  subscriberIds: readonly string[],
): Promise<Map<string, WindowPreview>> {
  const rows = await db.$client<WindowPreview[]>`
    select asked.subscriber_id as "subscriberId", a.last_at as "lastAt",
      case when w.id is not null then jsonb_build_object('id', w.id, 'masterRunId', w.master_run_id, 'closesAt', w.closes_at)
        end as window
    from ${valuesOf(db.$client, "uuid", subscriberIds)} as asked (subscriber_id)
    left join digest_windows w on w.environment_id = ${environmentId} and w.workflow_id = ${workflowId}
      and w.step_id = ${stepId} and w.subscriber_id = asked.subscriber_id and w.digest_value = ${digestValue}
      and w.closed_at is null
    left join digest_arrivals a on a.environment_id = ${environmentId} and a.workflow_id = ${workflowId}
      and a.step_id = ${stepId} and a.subscriber_id = asked.subscriber_id and a.digest_value = ${digestValue}`;
  return new Map(rows.map((row) => [row.subscriberId, row]));
}
