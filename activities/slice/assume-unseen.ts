import { isChannel } from "#contract/constants/channels.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { readEarlierSteps } from "#db/queries/runs/earlier-steps.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";
import type { Member } from "../run/member.ts";

/** Notes the messages that earlier steps of a dry run would have sent, which nobody has seen: a dry run stores none. */
export async function assumeUnseen(
  { db }: Pick<DecisionDeps, "db">,
  event: EventRow,
  members: readonly Member[],
  asked: readonly Pick<StepRow, "stepId" | "uuid">[],
): Promise<void> {
  const uuids = new Map(asked.flatMap(({ stepId, uuid }) => (uuid === null ? [] : [[stepId, uuid] as const])));
  const runs = members.map(({ runId, readPosition }) => ({ runId, position: readPosition }));
  const earlier = await readEarlierSteps(db, event, runs);
  for (const member of members) {
    for (const { stepId, type, status } of earlier.get(member.runId) ?? []) {
      const uuid = uuids.get(stepId);
      if (uuid === undefined || !isChannel(type) || status !== "completed") continue;
      member.previousMessages.set(uuid, { channel: type, seen: false, read: false });
    }
  }
}
