import { randomUUID } from "node:crypto";
import type { DecisionDeps } from "#activities/run/decision-deps.ts";
import { loadEnvironmentValues } from "#activities/run/environment-values.ts";
import { sharedView } from "#activities/run/template-views.ts";
import { newMembers } from "#activities/slice/read-members.ts";
import { contentNeeds } from "#activities/slice/slice-needs.ts";
import type { Channel } from "#contract/constants/channels.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { type PastEvent, pastEvents } from "#db/queries/events/past-events.ts";
import { readSlice } from "#db/queries/runs/read-slice.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { completePayload } from "#domain/payload.ts";
import { type Cast, playRuns } from "./play-runs.ts";
import { type SimulatedWindow, simulatedStore } from "./simulated-store.ts";
import { type ReasonCount, reasonCounts } from "./step-reason.ts";
import type { RunRecord } from "./step-record.ts";

export interface SimulationInput {
  scope: Scope;
  workflowId: string;
  workflowVersionId: string;
  /** All steps of the workflow, for what they take from payloads; active ones are gone through. */
  steps: readonly StepRow[];
  webhookAnswers: ReadonlyMap<string, unknown>;
  after?: Date | undefined;
  before?: Date | undefined;
  limit: number;
}

export interface SimulatedEvent {
  event: PastEvent;
  /** Why its trigger would have been refused; nothing else is known then. */
  refused: string | undefined;
  runs: number;
  messages: Partial<Record<Channel, number>>;
}

export interface Simulation {
  events: SimulatedEvent[];
  reasons: ReasonCount[];
  windows: { window: SimulatedWindow; subscriberId: string }[];
  isComplete: boolean;
}

const SIMULATE_MS = 6_000;
/** Payloads in memory, in characters of JSON. */
const SIMULATED_BYTES = 10_000_000;
const SIMULATED_RUNS = 500;

/**
 * Says what would have been sent, had earlier events of a workflow met these steps: with the subscribers, preferences and
 * integrations of today, at the moments of then. Digests collect what these events alone would have brought.
 */
export async function simulatePast(deps: DecisionDeps, input: SimulationInput): Promise<Simulation> {
  const { db } = deps;
  const { scope, steps: all, webhookAnswers, limit } = input;
  const deadline = performance.now() + SIMULATE_MS;
  const steps = all.filter(({ active }) => active);
  const subscribers = Math.max(Math.floor(SIMULATED_RUNS / limit), 1);
  const past = await pastEvents(db, scope, { ...input, subscribers, maxSize: SIMULATED_BYTES });
  const store = simulatedStore(db, { seesStored: false });
  const events = new Map<string, SimulatedEvent>();
  const casts: Cast[] = [];
  const names = new Map<string, string>();
  let isComplete = true;
  for (const event of past) {
    const simulated: SimulatedEvent = { event, refused: undefined, runs: 0, messages: {} };
    const row = rowOf(event, input);
    events.set(row.id, simulated);
    if ("refused" in row) {
      simulated.refused = row.refused;
      continue;
    }
    if (performance.now() > deadline) {
      isComplete = false;
      break;
    }
    const query = { kind: "named", subscriberIds: event.subscriberIds } as const;
    const read = await readSlice(
      db,
      row,
      steps.map(({ type }) => type),
      query,
      contentNeeds(row, steps),
    );
    const members = newMembers(row, read.rows, event.audience === "broadcast" ? "broadcast" : "single", row.createdAt);
    for (const { subscriberId, subscriber } of members) names.set(subscriberId, subscriber?.subscriberId ?? "");
    const env = await loadEnvironmentValues(deps, row, read.context.variablesRevision);
    const slice = { deps, event: row, steps, context: sharedView(read.context, env), store, definition: null };
    casts.push({ slice, members, from: row.createdAt, webhookAnswers });
  }
  const reasons = reasonCounts();
  const isPlayed = await playRuns(casts, {
    deadline,
    isDetailed: () => false,
    done({ slice }, record) {
      const event = events.get(slice.event.id);
      if (event) addRun(event, record);
      reasons.add(record);
    },
  });
  return {
    events: [...events.values()],
    reasons: reasons.all(),
    windows: store.windows.map((window) => ({ window, subscriberId: names.get(window.subscriberId) ?? "" })),
    isComplete: isComplete && isPlayed,
  };
}

/** The event as it would be stored today, under an id of its own; or why it would be refused. */
function rowOf(
  event: PastEvent,
  { steps, workflowVersionId }: SimulationInput,
): EventRow | { id: string; refused: string } {
  const id = randomUUID();
  const { createdAt, expireAt, payload, isCanceled: _canceled, runs: _runs, subscriberIds: _ids, ...row } = event;
  try {
    const completed = completePayload(payload, steps);
    const dates = { createdAt: new Date(createdAt), expireAt: new Date(expireAt) };
    return {
      ...row,
      id,
      workflowVersionId,
      payload: completed,
      ...dates,
      executionId: "",
      recipients: null,
      bridge: null,
      depth: 0,
    };
  } catch (error) {
    if (error instanceof DomainError) return { id, refused: error.message };
    throw error;
  }
}

function addRun(event: SimulatedEvent, { steps }: RunRecord): void {
  event.runs += 1;
  for (const { messages } of steps) {
    for (const { channel, status } of messages) {
      if (status === "sent") event.messages[channel] = (event.messages[channel] ?? 0) + 1;
    }
  }
}
