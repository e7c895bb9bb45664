import type { EventProblem } from "#contract/events.ts";
import type { Database } from "../../client.ts";
import { storableJson } from "../../storable.ts";

/** Notes why nobody was reached, once all of the audience has been gone through and the event has no run. */
export async function noteNobodyReached(db: Database, eventId: string, problem: EventProblem): Promise<void> {
  await db.$client`
    update events set problems = problems || ${storableJson([problem])}::text::jsonb
    where id = ${eventId} and not problems @> '[{"kind": "no_recipients"}]'
      and not exists (select from cohorts where event_id = ${eventId} and (cursor is not null or runs > 0))`;
}

/** How many members of topics the preferences of their subscriptions have left out of an event. */
export async function countLeftOut(db: Database, eventId: string): Promise<number> {
  const [row] = await db.$client<{ count: number }[]>`
    select coalesce(sum(left_out), 0)::int as count from cohorts where event_id = ${eventId}`;
  return row?.count ?? 0;
}

/** Adds parts of the audience that could not be served. Noted again by a repeated activity, a problem is there once. */
export async function noteEventProblems(
  db: Database,
  eventId: string,
  problems: readonly EventProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  await db.$client`
    update events set problems = (
      select jsonb_agg(distinct problem)
      from jsonb_array_elements(problems || ${storableJson(problems)}::text::jsonb) problem)
    where id = ${eventId}`;
}
