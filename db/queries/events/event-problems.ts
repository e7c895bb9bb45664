import type { EventProblem } from "#contract/events.ts";
import type { Database } from "../../client.ts";
import { storableJson } from "../../storable.ts";

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
