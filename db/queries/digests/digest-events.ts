import type { Database } from "../../client.ts";

/** Events that a digest collected for one run. */
export interface DigestEvents {
  /** Their payloads: the master's first, then by time. Those beyond the size that was asked for are left out. */
  events: Record<string, unknown>[];
  /** The runs that brought them, and when their events were accepted (Postgres' text), in the same order. */
  sources: { runId: string; at: string }[];
  /** How many there are, whether they are in `events` or not. */
  total: number;
}

/**
 * Reads what a digest step collected for each run, by the run's id; of a run without a closed window there is nothing. Events
 * that were cancelled before the window closed are not in it. `maxSize` limits the payloads of one run, in characters of
 * their JSON text.
 */
export async function readDigestEvents(
  db: Database,
  runIds: readonly string[],
  stepId: string,
  maxSize: number,
): Promise<Map<string, DigestEvents>> {
  const rows = await db.$hot<({ runId: string } & DigestEvents)[]>`
    with closed as (
      select id, master_run_id, closed_at from digest_windows
      where master_run_id = any(${[...runIds]}::uuid[]) and step_id = ${stepId} and closed_at is not null and not discarded
    ), collected as (
      select w.master_run_id, m.run_id, e.created_at, c.payload, row_number() over place as place,
        sum(length(c.payload::text)) over place as size
      from closed w
      join digest_members m on m.window_id = w.id
      join events e on e.id = m.event_id and (e.canceled_at is null or e.canceled_at > w.closed_at)
      join event_contents c on c.event_id = m.event_id
      window place as (partition by w.id order by m.run_id = w.master_run_id desc, e.created_at, m.joined_at, m.run_id)
    )
    select master_run_id as "runId", count(*)::int as total,
      coalesce(jsonb_agg(payload order by place) filter (where size <= ${maxSize}), '[]') as events,
      coalesce(jsonb_agg(jsonb_build_object('runId', run_id, 'at', created_at) order by place)
        filter (where size <= ${maxSize}), '[]') as sources
    from collected group by master_run_id`;
  return new Map(rows.map(({ runId, ...found }) => [runId, found]));
}

/** Reads what all digest steps of some runs have collected, by run and step; see `readDigestEvents`. */
export async function eventsOfDigests(
  db: Database,
  runIds: readonly string[],
  maxSize: number,
): Promise<Map<string, Map<string, Record<string, unknown>[]>>> {
  const steps = await db.$hot<{ stepId: string }[]>`
    select distinct step_id as "stepId" from digest_windows where master_run_id = any(${[...runIds]}::uuid[])`;
  const found = new Map<string, Map<string, Record<string, unknown>[]>>();
  for (const { stepId } of steps) {
    for (const [runId, { events }] of await readDigestEvents(db, runIds, stepId, maxSize)) {
      found.set(runId, (found.get(runId) ?? new Map()).set(stepId, events));
    }
  }
  return found;
}
