import pLimit from "p-limit";
import type { DecisionDeps } from "#activities/run/decision-deps.ts";
import { loadEnvironmentValues } from "#activities/run/environment-values.ts";
import { sharedView } from "#activities/run/template-views.ts";
import { nobodyReached, topicProblems } from "#activities/slice/audience-problems.ts";
import type { EventProblem } from "#contract/events.ts";
import { countAudience, hasPreferences } from "#db/queries/events/audience.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { DomainError } from "#domain/errors.ts";
import { type Cast, playRuns } from "./play-runs.ts";
import { type MessagePreview, previewMessage } from "./preview-message.ts";
import { previewTranslations } from "./preview-translations.ts";
import { type PreviewInput, previewVariables } from "./preview-variables.ts";
import { type SimulationInput, simulatePast } from "./simulate-past.ts";
import { type PastWaitsInput, simulatePastWaits } from "./simulate-past-waits.ts";
import { simulatedStore } from "./simulated-store.ts";
import { type ReasonCount, reasonCounts } from "./step-reason.ts";
import type { Integrations, RunRecord } from "./step-record.ts";
import { type TrialInput, tryConditions } from "./try-conditions.ts";
import { wouldBeMembers } from "./would-be-members.ts";

export interface ExplainInput {
  /** As a trigger would store it; it is not stored. */
  event: EventRow;
  /** The active steps that its runs would go through. */
  steps: readonly StepRow[];
  webhookAnswers: ReadonlyMap<string, unknown>;
  /** Recipients at most; of a larger audience, they are a sample. */
  limit: number;
}

/** The outcome that an event would have, recipient by recipient. */
export interface Explanation {
  /** How many recipients the event names and reaches by topics or as a broadcast; the latter are counted up to a bound. */
  audience: { count: number; isMore: boolean; isUpTo?: true };
  runs: RunRecord[];
  reasons: ReasonCount[];
  /** Customer's ids of subscribers that the event would create. */
  created: ReadonlySet<string>;
  problems: EventProblem[];
  integrations: Integrations;
  /** False when the time was over before everybody was decided. */
  isComplete: boolean;
}

/** Time for one explanation, in milliseconds: its caller waits for it. */
const EXPLAIN_MS = 6_000;
/** Members that are counted. */
const RECIPIENTS_COUNTED = 10_000;
/** Recipients whose contents and history are shown. */
const DETAILED = 5;
const EXPLAINED_AT_ONCE = 4;
const WAITING = 20;

/** Says what would become of events. Writes, sends, asks and counts nothing. */
export function createExplainer({ config, ...others }: DecisionDeps) {
  // It stores nothing, and shows contents whether they are stored or not.
  const deps: DecisionDeps = { ...others, config: { ...config, storesContent: true } };
  const turns = pLimit(EXPLAINED_AT_ONCE);

  /** Throws `too_many_requests` when too many wait already. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (turns.pendingCount < WAITING) return turns(work);
    throw new DomainError("too_many_requests", "Too many explanations are under way: ask again in a moment");
  }

  return {
    explain: (input: ExplainInput) => inTurn(() => explain(input)),
    simulate: (input: SimulationInput) => inTurn(() => simulatePast(deps, input)),
    simulateWaits: (input: PastWaitsInput) => inTurn(() => simulatePastWaits(deps, input)),
    preview: (input: MessagePreview) => inTurn(() => previewMessage(deps, input)),
    tryConditions: (input: TrialInput) => inTurn(() => tryConditions(deps, input)),
    previewTranslations: ({ environmentId, subscriber, ...source }: MessagePreview) =>
      previewTranslations(deps.db, environmentId, source, subscriber.locale),
    previewVariables: (...input: PreviewInput) => previewVariables(deps.db, ...input),
  };

  async function explain({ event, steps, webhookAnswers, limit }: ExplainInput): Promise<Explanation> {
    const { db } = deps;
    const deadline = performance.now() + EXPLAIN_MS;
    const now = deps.clock();
    const { context, members, created, excluded, leftOut, isWhole, problems } = await wouldBeMembers({
      deps,
      event,
      steps,
      now,
      limit,
    });
    const cast: Cast = {
      slice: {
        deps,
        event,
        steps,
        context: sharedView(context, await loadEnvironmentValues(deps, event, context.variablesRevision)),
        definition: null,
        store: simulatedStore(db, { seesStored: true }),
      },
      members,
      from: now,
      webhookAnswers,
    };
    const runs: RunRecord[] = [];
    const counts = reasonCounts();
    const detailed = new Set(members.slice(0, DETAILED).map(({ runId }) => runId));
    const isComplete = await playRuns([cast], {
      deadline,
      isDetailed: ({ member }) => detailed.has(member.runId),
      done(_, record) {
        runs.push(record);
        counts.add(record);
      },
    });
    const order = new Map(members.map(({ runId }, index) => [runId, index]));
    runs.sort((a, b) => (order.get(a.member.runId) ?? 0) - (order.get(b.member.runId) ?? 0));
    const reasons = [...(await topicProblems(db, event)), ...problems];
    return {
      audience: await sizeOf(event),
      runs,
      reasons: counts.all(),
      created,
      integrations: context.integrations,
      isComplete,
      problems: members.length === 0 && isWhole ? [...reasons, nobodyReached(event, excluded, leftOut)] : reasons,
    };
  }

  async function sizeOf(event: EventRow): Promise<Explanation["audience"]> {
    const named = event.recipients?.subscribers.length ?? 0;
    const { recipients } = event;
    if (recipients?.topics.length === 0) return { count: named, isMore: false };
    const counted = recipients && { ...recipients, contextKeys: event.contextKeys };
    const [found, isUpTo] = await Promise.all([
      countAudience(deps.db, event, counted, RECIPIENTS_COUNTED + 1),
      recipients ? hasPreferences(deps.db, event, recipients.topics) : false,
    ]);
    return {
      count: named + Math.min(found, RECIPIENTS_COUNTED),
      isMore: found > RECIPIENTS_COUNTED,
      ...(isUpTo && { isUpTo: true as const }),
    };
  }
}

export type Explainer = ReturnType<typeof createExplainer>;
