import type { PreviousMessage } from "#domain/conditions/filter-parts.ts";
import type { Database } from "../../client.ts";
import { jobIdOf, messageIdOf } from "../../derived-ids.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { EventRow } from "../events/insert-event.ts";

/** Returns the states of the messages of earlier steps of these runs: by run, then by the step's uuid. */
export async function previousMessages(
  db: Database,
  event: EventRow,
  runIds: readonly string[],
  steps: readonly { stepId: string; uuid: string | null }[],
): Promise<Map<string, Map<string, PreviousMessage>>> {
  const wanted = new Map(
    runIds.flatMap((runId) =>
      steps.flatMap(({ stepId, uuid }) =>
        uuid === null ? [] : [[messageIdOf(jobIdOf(runId, stepId)), { runId, uuid }] as const],
      ),
    ),
  );
  // A delivery webhook leaves its report as a detail of the message.
  const rows = await db.$hot<({ id: string } & Required<PreviousMessage>)[]>`
    select m.id, m.channel, m.seen, m.read, coalesce((
        select true from execution_details d
        where m.channel = 'email' and d.run_id = m.run_id and d.expire_at = ${event.expireAt.toISOString()}
          and d.message_id = m.id and d.webhook_status = 'opened' limit 1), false) as opened
    from messages m
    where m.id = any(${[...wanted.keys()]}::uuid[])
      and ${filterByEnvironment(db.$hot, "m.environment_id", event.environmentId)}`;
  const found = new Map<string, Map<string, PreviousMessage>>();
  for (const { id, ...message } of rows) {
    const place = wanted.get(id);
    if (!place) continue;
    const ofRun = found.get(place.runId) ?? new Map<string, PreviousMessage>();
    found.set(place.runId, ofRun.set(place.uuid, message));
  }
  return found;
}
