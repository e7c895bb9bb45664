import { columnsOf, rowsOf, valuesOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { HotTransaction } from "../../transaction.ts";
import type { EventRow } from "../events/insert-event.ts";

export const awaitedSignal = (name: string): string => `signal:${name}`;
export const awaitedWorkflow = (identifier: string): string => `workflow:${identifier}`;

/** A step at which some runs of one event begin to wait. */
export interface WaitStart {
  event: EventRow;
  stepId: string;
  /** Index of the step in the runs. */
  position: number;
  awaited: string;
  /** Dotted path, and the value that the awaited event's payload must have there. */
  match: { path: string; value: unknown } | null;
  since: Date;
  dueAt: Date;
}

/** A wait of a run, and the first event that ended it. */
export interface RunWait {
  dueAt: Date;
  /** Null while none has come. `payload` is null when it is longer than was asked for. */
  received: { at: Date; payload: Record<string, unknown> | null } | null;
}

const WAITING = columnsOf<{ runId: string; subscriberId: string }>("asked", { runId: "uuid", subscriberId: "uuid" });

/** Notes that runs wait. A run that is noted already goes on waiting since the moment that is noted. */
export async function startWaits(
  sql: HotTransaction,
  { event, stepId, position, awaited, match, since, dueAt }: WaitStart,
  runs: readonly { runId: string; subscriberId: string }[],
): Promise<void> {
  await sql`
    insert into event_waits (run_id, step_id, environment_id, subscriber_id, position, awaited, match_path, match_value,
      since, due_at, expire_at)
    select run_id, ${stepId}, ${event.environmentId}, subscriber_id, ${position}, ${awaited}, ${match?.path ?? null},
      ${match ? storableJson(match.value) : null}::text::jsonb, ${since.toISOString()}, ${dueAt.toISOString()},
      ${event.expireAt.toISOString()}
    from ${rowsOf(sql, WAITING, runs)}
    on conflict do nothing`;
}

/**
 * Reads the waits of these runs at one step, with the first event that came between their beginning and their end, by the
 * run's id. `maxSize` limits a payload, in characters of its JSON text.
 */
export async function readWaits(
  sql: HotTransaction,
  stepId: string,
  runIds: readonly string[],
  maxSize: number,
): Promise<Map<string, RunWait>> {
  const rows = await sql<
    { runId: string; dueAt: string; receivedAt: string | null; payload: Record<string, unknown> | null }[]
  >`
    select w.run_id as "runId", w.due_at as "dueAt", came.at as "receivedAt",
      case when length(came.payload::text) <= ${maxSize} then came.payload end as payload
    from ${valuesOf(sql, "uuid", runIds)} as asked (run_id)
    cross join lateral (select * from event_waits where run_id = asked.run_id and step_id = ${stepId} offset 0) as w
    left join lateral (
      select * from (
        (select s.created_at as at, s.payload from signals s
        where s.subscriber_id = w.subscriber_id and w.awaited = 'signal:' || s.name
          and s.name = substr(w.awaited, 8) and s.created_at >= w.since and s.created_at < w.due_at
          and s.environment_id = w.environment_id
          and (w.match_path is null
            or coalesce(s.payload -> w.match_path, s.payload #> string_to_array(w.match_path, '.')) = w.match_value)
        order by s.created_at limit 1)
        union all
        (select r.created_at as at, c.payload
        from runs r
        cross join lateral (select identifier from workflows where id = r.workflow_id offset 0) as f
        cross join lateral (select payload from event_contents where event_id = r.event_id offset 0) as c
        where w.awaited like 'workflow:%' and r.subscriber_id = w.subscriber_id and r.created_at >= w.since
          and r.created_at < w.due_at and r.id <> w.run_id and not r.is_dry and w.awaited = 'workflow:' || f.identifier
          and (w.match_path is null
            or coalesce(c.payload -> w.match_path, c.payload #> string_to_array(w.match_path, '.')) = w.match_value)
        order by r.created_at limit 1)
      ) as either order by at limit 1) as came on true`;
  return new Map(
    rows.map(({ runId, dueAt, receivedAt, payload }) => [
      runId,
      { dueAt: new Date(dueAt), received: receivedAt === null ? null : { at: new Date(receivedAt), payload } },
    ]),
  );
}
