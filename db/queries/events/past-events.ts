import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { EventRow } from "./insert-event.ts";
import { isReal } from "./is-real.ts";
import { payloadSize } from "./payload-size.ts";

/** An earlier event with its content, and the subscribers for whom it had runs. */
export interface PastEvent extends Omit<EventRow, "recipients" | "createdAt" | "expireAt" | "executionId"> {
  createdAt: string;
  expireAt: string;
  isCanceled: boolean;
  runs: number;
  /** Customer's ids of some of them. */
  subscriberIds: string[];
}

export interface PastEventsFilter {
  workflowId: string;
  after?: Date | undefined;
  before?: Date | undefined;
  /** Events at most, and the characters of JSON that their payloads may have together. */
  limit: number;
  maxSize: number;
  /** Subscribers of one event at most. */
  subscribers: number;
}

/** The latest events of a workflow, oldest first; fewer than `limit` where their payloads are too long together. */
export async function pastEvents(
  db: Database,
  { environmentId }: Scope,
  { workflowId, after, before, limit, maxSize, subscribers }: PastEventsFilter,
): Promise<PastEvent[]> {
  const sql = db.$client;
  return sql<PastEvent[]>`
    with latest as (
      select e.*, c.payload, c.overrides, c.actor, c.tenant, coalesce(c.contexts, '[]') as contexts, c.context_keys,
        sum(${payloadSize(sql)} + length(c.overrides::text)) over (order by e.created_at desc, e.id desc) as size
      from (
        select * from events
        where workflow_id = ${workflowId} and environment_id = ${environmentId} and ${isReal(sql)}
          ${after ? sql`and created_at >= ${after.toISOString()}` : sql``}
          ${before ? sql`and created_at < ${before.toISOString()}` : sql``}
        order by created_at desc, id desc limit ${limit}) e
      join event_contents c on c.event_id = e.id
    )
    select e.id, e.organization_id as "organizationId", e.environment_id as "environmentId",
      e.transaction_id as "transactionId", e.workflow_id as "workflowId", e.workflow_version_id as "workflowVersionId",
      e.audience, e.payload, e.overrides, e.actor, e.tenant, e.contexts, e.context_keys as "contextKeys", e.created_at::text as "createdAt", e.expire_at::text as "expireAt",
      e.canceled_at is not null as "isCanceled", c.runs, coalesce(r.ids, '{}') as "subscriberIds"
    from latest e
    cross join lateral (select coalesce(sum(runs), 0)::int as runs from cohorts where event_id = e.id) c
    cross join lateral (
      select array_agg(s.subscriber_id) as ids
      from (
        select subscriber_id from runs
        where event_id = e.id and expire_at = e.expire_at order by created_at, id limit ${subscribers}) as first
      join subscribers s on s.id = first.subscriber_id and s.deleted_at is null) r
    where e.size <= ${maxSize}
    order by e.created_at, e.id`;
}
