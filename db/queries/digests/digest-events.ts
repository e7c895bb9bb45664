import type { Database } from "../../client.ts";
import { payloadSize } from "../events/payload-size.ts";

/** Events that a digest collected for one run. */
export interface DigestEvents {
  /** Their payloads: the master's first, then by time. Those beyond the size that was asked for are left out. */
  events: Record<string, unknown>[];
  /** The runs that brought them, and when their events were accepted (Postgres' text), in the same order. */
  sources: { runId: string; at: string }[];
  /** How many there are, whether they are in `events` or not. */
  total: number;
  /** When the youngest of them was triggered. */
  triggeredAt: Date;
  /** From when on none of them is of use; null when one of them always is. */
  validUntil: Date | null;
}

/**
 * Reads how much the digests of each run have collected, in characters of payloads, by the run's id: at most `maxSize` of each digest,
 * as `readDigestEvents` returns no more. Also of digests that are still open.
 */
export async function readDigestSizes(
  db: Database,
  runIds: readonly string[],
  maxSize: number,
): Promise<Map<string, number>> {
  const sql = db.$hot;
  const rows = await sql<{ runId: string; size: number }[]>`
    select run_id as "runId", sum(least(size, ${maxSize}))::int as size
    from (
      select w.master_run_id as run_id, sum(${payloadSize(sql)}) as size
      from digest_windows w
      join digest_members m on m.window_id = w.id
      join event_contents c on c.event_id = m.event_id
      where w.master_run_id = any(${[...runIds]}::uuid[]) and not w.discarded
      group by w.id) as digests
    group by run_id`;
  return new Map(rows.map(({ runId, size }) => [runId, size]));
}

interface StoredEvents extends Omit<DigestEvents, "triggeredAt" | "validUntil"> {
  runId: string;
  triggeredAt: string;
  validUntil: string | null;
}

/**
 * Reads what a digest step collected for each run, by the run's id; of a run without a closed window there is nothing. Events
 * that were cancelled, or had expired, before the window ended are not in it. `maxSize` limits the payloads of one run, in characters of
 * their JSON text.
 */
export async function readDigestEvents(
  db: Database,
  runIds: readonly string[],
  stepId: string,
  maxSize: number,
): Promise<Map<string, DigestEvents>> {
  const sql = db.$hot;
  const rows = await sql<StoredEvents[]>`
    with closed as (
      select id, master_run_id, closes_at, closed_at from digest_windows
      where master_run_id = any(${[...runIds]}::uuid[]) and step_id = ${stepId} and closed_at is not null and not discarded
    ), collected as (
      select w.master_run_id, m.run_id, c.payload, e.created_at, e.valid_until, row_number() over place as place,
        sum(${payloadSize(sql)}) over place as size
      from closed w
      join digest_members m on m.window_id = w.id
      join events e on e.id = m.event_id and (e.canceled_at is null or e.canceled_at > w.closed_at)
        and (e.valid_until is null or e.valid_until > w.closes_at)
      join event_contents c on c.event_id = m.event_id
      window place as (partition by w.id order by m.run_id = w.master_run_id desc, e.created_at, m.joined_at, m.run_id)
    )
    select master_run_id as "runId", count(*)::int as total, max(created_at) as "triggeredAt",
      case when count(*) = count(valid_until) then max(valid_until) end as "validUntil",
      coalesce(jsonb_agg(payload order by place) filter (where size <= ${maxSize}), '[]') as events,
      coalesce(jsonb_agg(jsonb_build_object('runId', run_id, 'at', created_at) order by place)
        filter (where size <= ${maxSize}), '[]') as sources
    from collected group by master_run_id`;
  return new Map(
    rows.map(({ runId, triggeredAt, validUntil, ...row }) => [
      runId,
      { ...row, triggeredAt: new Date(triggeredAt), validUntil: validUntil === null ? null : new Date(validUntil) },
    ]),
  );
}

/** An event that was cancelled before the digest that it had joined was closed. */
export interface CanceledEvent {
  transactionId: string;
  payload: Record<string, unknown>;
}

/** Cancelled events that are shown with one run. */
const CANCELED_SHOWN = 100;

/** Reads which events have left the digests of some runs by being cancelled, by run and step. `maxSize` as above. */
export async function canceledOfDigests(
  db: Database,
  runIds: readonly string[],
  maxSize: number,
): Promise<Map<string, Map<string, CanceledEvent[]>>> {
  const rows = await db.$client<(CanceledEvent & { runId: string; stepId: string })[]>`
    select w.master_run_id as "runId", w.step_id as "stepId", m.transaction_id as "transactionId", m.payload
    from digest_windows w cross join lateral (
      select *, sum(payload_size) over (order by joined_at, run_id) as size
      from (
        select m.joined_at, m.run_id, e.transaction_id, c.payload, ${payloadSize(db.$client)} as payload_size
        from (select * from digest_members where left_window_id = w.id
          union all select * from digest_members where window_id = w.id) m
        join events e on e.id = m.event_id and e.canceled_at <= coalesce(w.closed_at, 'infinity')
        join event_contents c on c.event_id = m.event_id
        order by m.joined_at, m.run_id limit ${CANCELED_SHOWN}) as first) m
    where w.master_run_id = any(${[...runIds]}::uuid[]) and w.discarded_by is null and m.size <= ${maxSize}
    order by m.joined_at, m.run_id`;
  const found = new Map<string, Map<string, CanceledEvent[]>>();
  for (const { runId, stepId, transactionId, payload } of rows) {
    const steps = found.get(runId) ?? new Map<string, CanceledEvent[]>();
    steps.set(stepId, [...(steps.get(stepId) ?? []), { transactionId, payload }]);
    found.set(runId, steps);
  }
  return found;
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
