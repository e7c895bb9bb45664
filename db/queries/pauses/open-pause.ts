import type { Fragment } from "postgres";
import type { PauseReason } from "#contract/constants/safety-caps.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { Tagged } from "../../transaction.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";

/** A workflow or a subscriber that is to be paused. */
export interface PauseTarget extends Scope {
  reason: PauseReason;
  /** Of a workflow, or of a subscriber by Belfry's id: the reason says which. */
  targetId: string;
  limit: number;
  counted: number;
}

/**
 * Pauses a workflow or a subscriber, unless it is paused already or was continued less than `continuedForMinutes` ago. Returns the id of
 * the new pause.
 */
export async function openPause(
  db: Database,
  { organizationId, environmentId, reason, targetId, limit, counted }: PauseTarget,
  continuedForMinutes: number,
): Promise<string | undefined> {
  const workflowId = reason === "subscriber_messages" ? null : targetId;
  const subscriberId = reason === "subscriber_messages" ? targetId : null;
  const sql = db.$client;
  const [row] = await sql<{ id: string }[]>`
    with opened as (
    insert into pauses (organization_id, environment_id, reason, workflow_id, subscriber_id, "limit", counted)
    select ${organizationId}, ${environmentId}, ${reason}, ${workflowId}::uuid, ${subscriberId}::uuid, ${limit}, ${counted}
    where not exists (
      select from pauses
      where environment_id = ${environmentId} and coalesce(workflow_id, subscriber_id) = ${targetId}
        and state = 'continued' and resolved_at > now() - ${continuedForMinutes}::int * interval '1 minute')
    on conflict do nothing returning id, environment_id, reason, workflow_id, subscriber_id, "limit", counted
    ), ${webhooksPart(
      sql,
      sql`select p.environment_id, 'pause.set' as type, ${pauseData(sql)} as data from opened p`,
      new Date().toISOString(),
    )} select id from opened`;
  return row?.id;
}

/** The `data` of an event about a pause `p`, as an expression. */
export const pauseData = (sql: Tagged): Fragment => sql`
  jsonb_build_object('pauseId', p.id, 'reason', p.reason,
    'workflow', (select w.identifier from workflows w where w.id = p.workflow_id),
    'subscriberId', (select s.subscriber_id from subscribers s where s.id = p.subscriber_id),
    'limit', p."limit", 'counted', p.counted)`;

/** A count that a worker adds to what others have reported. */
export interface ReportedRate {
  environmentId: string;
  targetId: string;
  startsAt: Date;
  events: number;
  messages: number;
}

/** Adds to the counts of a target's minute or hour, and returns those of all workers. */
export async function reportRate(
  db: Database,
  { environmentId, targetId, startsAt, events, messages }: ReportedRate,
): Promise<{ events: number; messages: number }> {
  const [row] = await db.$client<{ events: number; messages: number }[]>`
    insert into rates (environment_id, target_id, starts_at, events, messages)
    values (${environmentId}, ${targetId}, ${startsAt.toISOString()}, ${events}, ${messages})
    on conflict (environment_id, target_id, starts_at) do update
    set events = rates.events + excluded.events, messages = rates.messages + excluded.messages
    returning events::float8, messages::float8`;
  return row ?? { events, messages };
}
