import type { Channel } from "#contract/constants/channels.ts";
import type { PreviousMessage } from "#domain/filter-parts.ts";
import type { Database } from "../../client.ts";
import { jobIdOf, messageIdOf } from "../../derived-ids.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { EventRow } from "../events/insert-event.ts";

/** Returns the states of the messages of earlier steps of these runs: by run, then by the step's uuid (engine.md 3.5). */
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
  const rows = await db.$hot<{ id: string; channel: Channel; seen: boolean; read: boolean }[]>`
    select id, channel, seen, read from messages
    where id = any(${[...wanted.keys()]}::uuid[]) and ${filterByEnvironment(db.$hot, "environment_id", event.environmentId)}`;
  const found = new Map<string, Map<string, PreviousMessage>>();
  for (const { id, channel, seen, read } of rows) {
    const place = wanted.get(id);
    if (!place) continue;
    const ofRun = found.get(place.runId) ?? new Map<string, PreviousMessage>();
    found.set(place.runId, ofRun.set(place.uuid, { channel, seen, read }));
  }
  return found;
}
