import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { HotTransaction } from "../../transaction.ts";
import { awaitedSignal } from "./event-waits.ts";

export interface Signal {
  subscriberId: string;
  name: string;
  payload: Record<string, unknown>;
  now: Date;
}

/** Stores what happened, for runs that wait for it. */
export async function insertSignal(
  sql: HotTransaction,
  { organizationId, environmentId }: Scope,
  { subscriberId, name, payload, now }: Signal,
): Promise<void> {
  const expireAt = addDuration(now, { amount: RETENTION_DAYS, unit: "days" });
  await sql`
    insert into signals (organization_id, environment_id, subscriber_id, name, payload, created_at, expire_at)
    values (${organizationId}, ${environmentId}, ${subscriberId}, ${name}, ${storableJson(payload)}::text::jsonb,
      ${now.toISOString()}, ${expireAt.toISOString()})`;
}

/**
 * Makes the runs due that wait for this signal of the subscriber. Their revision grows, so that a slice that is about to send
 * one of them to sleep looks again. Returns how many there are besides dry runs, and the executions that own them.
 */
export async function wakeWaits(
  sql: HotTransaction,
  { environmentId }: Scope,
  { subscriberId, name, now }: Omit<Signal, "payload">,
): Promise<{ runs: number; executionIds: string[] }> {
  const at = now.toISOString();
  const [row] = await sql<{ runs: number; executionIds: string[] }[]>`
    with waiting as (
      -- By the subscriber alone: with the other conditions inside it, an old plan might read all waits of the environment.
      select run_id, expire_at, position from (
        select * from event_waits where subscriber_id = ${subscriberId} and awaited = ${awaitedSignal(name)} offset 0) as w
      where environment_id = ${environmentId} and due_at > ${at}
      order by run_id
    ), woken as (
      update runs r set due_at = least(r.due_at, ${at}), revision = r.revision + 1
      from waiting w
      where r.id = w.run_id and r.expire_at = w.expire_at and r.position = w.position and r.stop_reason is null
      returning r.cohort_id, r.is_dry
    ), due as (
      update cohorts c set due_at = least(c.due_at, ${at})
      from (select distinct cohort_id as id from woken order by 1) as w where c.id = w.id
      returning c.execution_id
    )
    select (select count(*)::int from woken where not is_dry) as runs, array(select distinct execution_id from due) as "executionIds"`;
  return { runs: row?.runs ?? 0, executionIds: row?.executionIds ?? [] };
}
