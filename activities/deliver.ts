import type { Channel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { publish } from "#db/notify.ts";
import { jobStates, recordBatch, stopRuns } from "#db/queries/deliveries.ts";
import { messageExpiresAt } from "#domain/retention.ts";
import { admissionContext } from "./admission-context.ts";
import { chooseIntegration } from "./choose-integration.ts";
import type { Deps } from "./deps.ts";
import { loadScene, type Scene, type StepInput } from "./load-scene.ts";
import { type Plan, planDelivery } from "./plan-delivery.ts";
import { type Letter, sendLetters } from "./send-letters.ts";

export interface DeliverInput extends StepInput {
  /** 1 for the first time; higher when these runs met a retryable error before. */
  attempt: number;
}

export interface DeliverResult {
  /** Runs that end here, because the step failed and says that nothing may follow. */
  left: string[];
  /** Runs whose send may succeed later, and when to try. */
  retry: { runIds: string[]; afterMs: number }[];
}

/**
 * Takes one channel step for a whole cohort: decides for each run whether the step applies, renders its message, stores
 * what was decided in one statement, and hands what has to leave the house to the provider.
 *
 * A job is claimed by leaving `pending`. Repeated after a crash, jobs that are through are passed over, and those that
 * were being sent are sent again under the same message id, because nobody knows whether the provider had them.
 */
export const deliver =
  (deps: Deps) =>
  async (input: DeliverInput): Promise<DeliverResult> => {
    const scene = await loadScene(deps.db, input);
    const channel = channelOf(scene);
    return channel === "in_app" ? deliverInApp(deps, scene) : deliverByProvider(deps, scene, channel, input.attempt);
  };

/** The message is the row: one statement stores and completes it, and then the open inboxes hear of it. */
async function deliverInApp(deps: Deps, scene: Scene): Promise<DeliverResult> {
  const plans = await planAll(deps, scene, "in_app", scene.members);
  const claimed = await record(deps, scene, "in_app", plans);
  const fresh = plans.flatMap(({ message }) => (message && claimed.has(message.jobId) ? [message] : []));
  await publish(
    deps.db,
    fresh.map(({ id, subscriberId }) => ({
      kind: "received",
      environmentId: scene.event.environmentId,
      subscriberId,
      messageId: id,
    })),
  );
  return {
    left: await leave(deps, scene, plans.filter(({ outcome }) => outcome.status === "failed").map(runOf)),
    retry: [],
  };
}

async function deliverByProvider(
  deps: Deps,
  scene: Scene,
  channel: "email" | "sms",
  attempt: number,
): Promise<DeliverResult> {
  const states = await jobStates(
    deps.db,
    scene.event,
    scene.members.map(({ jobId }) => jobId),
  );
  const open = scene.members.filter(({ runId }) =>
    ["pending", "queued", "running"].includes(states.get(runId)?.status ?? ""),
  );
  const plans = await planAll(deps, scene, channel, open);
  const claimed = await record(deps, scene, channel, plans);

  const letters = plans.flatMap((plan): Letter[] => {
    const isOurs = claimed.has(plan.outcome.jobId) || states.get(plan.runId)?.status === "running";
    return plan.letter && isOurs ? [{ ...plan.letter, runId: plan.runId, jobId: plan.outcome.jobId }] : [];
  });
  const sent = await sendLetters(deps, scene, channel, letters, attempt);
  // A worker that died after noting the failure may not have come to ending the run.
  const failedBefore = [...states].filter(([, { status }]) => status === "failed").map(([runId]) => runId);
  const failed = plans.filter(({ outcome }) => outcome.status === "failed" && claimed.has(outcome.jobId)).map(runOf);
  return { left: await leave(deps, scene, [...failedBefore, ...failed, ...sent.failed]), retry: sent.retry };
}

async function planAll(deps: Deps, scene: Scene, channel: Channel, members: Scene["members"]): Promise<Plan[]> {
  const [integration, context] = await Promise.all([
    chooseIntegration(deps, scene, channel),
    admissionContext(deps.db, scene, members),
  ]);
  return Promise.all(
    members.map((member, index) => planDelivery(scene, channel, member, { integration, context, index })),
  );
}

function record(deps: Deps, scene: Scene, channel: Channel, plans: Plan[]): Promise<Set<string>> {
  const { identifier, tags } = scene.now.workflow;
  return recordBatch(deps.db, {
    event: scene.event,
    step: { stepId: scene.step.stepId, channel, templateIdentifier: identifier, tags },
    from: ["pending", "queued"],
    outcomes: plans.map(({ outcome }) => outcome),
    messages: plans.flatMap(({ message }) => (message ? [message] : [])),
    details: plans.flatMap(({ details }) => details),
    messageExpireAt: messageExpiresAt(channel, new Date()),
  });
}

/** Runs whose failed step may be followed by nothing. */
async function leave(deps: Deps, scene: Scene, failed: string[]): Promise<string[]> {
  if (!scene.step.shouldStopOnFail || failed.length === 0) return [];
  await stopRuns(deps.db, scene.event, failed, DETAILS.stoppedAfterFailure);
  return failed;
}

const runOf = ({ runId }: Plan): string => runId;

function channelOf({ step }: Scene): "in_app" | "email" | "sms" {
  if (step.type === "in_app" || step.type === "email" || step.type === "sms") return step.type;
  throw new Error(`Step ${step.stepId} of type ${step.type} sends no message`);
}
