import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { readEarlierSteps } from "#db/queries/runs/earlier-steps.ts";
import type { DecisionDeps } from "./decision-deps.ts";
import type { Member } from "./member.ts";

/** The events that a digest has collected for a run of a test: its own alone. */
export const ownEvent = ({ payload, createdAt, validUntil }: EventRow, runId: string): DigestEvents => ({
  events: [payload],
  sources: [{ runId, at: createdAt.toISOString() }],
  total: 1,
  triggeredAt: createdAt,
  validUntil,
});

/** Returns what a digest that runs of a test event have passed collected for them, by run; nothing where it was left out. */
export async function readOwnEvents(
  { db }: Pick<DecisionDeps, "db">,
  event: EventRow,
  runs: readonly Pick<Member, "runId" | "readPosition">[],
  stepId: string,
): Promise<Map<string, DigestEvents>> {
  const earlier = await readEarlierSteps(
    db,
    event,
    runs.map(({ runId, readPosition }) => ({ runId, position: readPosition })),
  );
  const collected = [...earlier].filter(([, steps]) =>
    steps.some((step) => step.stepId === stepId && step.status === "completed"),
  );
  return new Map(collected.map(([runId]) => [runId, ownEvent(event, runId)]));
}
