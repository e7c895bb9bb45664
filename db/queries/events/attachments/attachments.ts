import type { Database } from "#db/client.ts";

/** The bytes of an event's attachments, by their number; empty when they were removed. Takes no environment: the id comes from a delivery. */
export async function loadAttachments(db: Database, eventId: string): Promise<Map<number, Buffer>> {
  const rows = await db.$hot<{ number: number; file: Buffer }[]>`
    select number, file from event_attachments where event_id = ${eventId}`;
  return new Map(rows.map(({ number, file }) => [number, file]));
}

/**
 * Removes the bytes of events whose last run has ended. An event that was stopped keeps them until it expires, because it
 * may be resumed; so does one that waits in somebody's digest. Events that go on are looked at again later, the older ones less often.
 * Returns how many events were looked at and how many have lost their bytes.
 */
export async function removeEndedAttachments(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ seen: number; removed: number }> {
  const at = now.toISOString();
  const [row] = await db.$client<{ seen: number; removed: number }[]>`
    with due as (
      select event_id from event_attachments where due_at <= ${at} order by due_at limit ${limit} for update skip locked
    ), state as (
      select d.event_id, coalesce(${at}::timestamptz - e.created_at, interval '0') as age,
        e.id is null or e.expire_at <= ${at} or (
          exists (select from cohorts where event_id = e.id)
          and not exists (
            select from cohorts where event_id = e.id
              and (stop_reason is not null or cursor is not null or reopen or pending + queued + running + delayed > 0))
          and not exists (
            select from digest_members m join digest_windows w on w.id = m.window_id
            where m.event_id = e.id and w.closed_at is null)) as ended
      from due d left join events e on e.id = d.event_id
    ), removed as (
      delete from event_attachments a using state where a.event_id = state.event_id and state.ended returning a.number
    ), later as (
      update event_attachments a
      set due_at = ${at}::timestamptz + least(greatest(state.age / 8, interval '1 minute'), interval '1 hour')
      from state where a.event_id = state.event_id and a.number = 0 and not state.ended
    )
    select (select count(*) from due)::int as seen, (select count(*) from removed where number = 0)::int as removed`;
  return row ?? { seen: 0, removed: 0 };
}
