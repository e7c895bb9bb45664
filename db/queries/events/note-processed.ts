import type { Database } from "../../client.ts";
import { processedData, processedId } from "../runs/run-webhooks.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";
import type { EventRow } from "./insert-event.ts";

/**
 * Stores that an event was processed, once all of its cohorts have been turned into runs: of cohorts that end at once, each looks after it
 * was stored, so that the last one sees all. The event of an only cohort is stored with its last slice. `hasWebhooks`: endpoints are to be
 * sent something.
 */
export async function noteProcessed(
  { $hot: sql }: Database,
  { id, environmentId, transactionId, workflowId }: EventRow,
  now: Date,
): Promise<{ isThrough: boolean; hasWebhooks: boolean }> {
  const [row] = await sql<{ isThrough: boolean; hasWebhooks: boolean }[]>`
    with c as (
      select coalesce(sum(runs), 0)::int as runs, coalesce(sum(reached_runs), 0)::int as reached_runs,
        coalesce(sum(failed_runs), 0)::int as failed_runs, coalesce(bool_and(cursor is null), false) as is_through,
        (select identifier from workflows where id = ${workflowId}) as workflow
      from cohorts where event_id = ${id}
    ), ${webhooksPart(
      sql,
      sql`select ${processedId(sql, id)} as id, ${environmentId}::uuid as environment_id, 'event.processed' as type,
        ${processedData(sql, { transactionId, workflow: sql`c.workflow` })} as data
        from c where c.is_through`,
      now.toISOString(),
      { name: "processed_webhooks", isOnce: true },
    )} select is_through as "isThrough", exists (select from processed_webhooks) as "hasWebhooks" from c`;
  return row ?? { isThrough: false, hasWebhooks: false };
}
