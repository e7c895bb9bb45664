import pLimit from "p-limit";
import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { readBridgeAccess } from "#db/queries/bridge/bridge-access.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { allowsSelfSigned } from "#domain/values/self-signed.ts";
import { bridgeCall } from "#engine/policies.ts";
import type { BridgeTarget } from "#providers/bridge/bridge-client.ts";
import { BridgeError } from "#providers/bridge/bridge-error.ts";
import { expiredAt } from "../run/expiry.ts";
import { wakeAfter } from "../run/holds.ts";
import type { BridgedResult } from "../run/host-results.ts";
import { isNew, statusAt } from "../run/job-status.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDetail } from "../run/step-conditions.ts";
import type { StepOutcome } from "../run/step-type.ts";
import { askedKey } from "../run/webhook-answers.ts";
import type { AheadSlice } from "./ahead-slice.ts";
import { bridgeStates } from "./bridge-state.ts";
import { signingKey } from "./signing-key.ts";

/** Members up to which a slice does not wait for slots: many such slices must not take up all activities of a worker. */
const FEW = 20;
const EXECUTED_AT_ONCE = 20;
/** How long a slice begins calls. With the time-out of the last one it bounds the time of a slice. */
const BEGIN_MS = 2_000;
/** Answers of a slice, in characters: they are in memory together. The members that are left are for the next slice. */
const ANSWERS_MAX = 10_000_000;

/**
 * Executes the steps at which members stand, where their code is: at the same time, for some seconds at most. The results
 * are left in the slice. Members without a stored run are left for the slice after this one, so that they become runs whatever
 * a bridge does.
 */
export async function executeAtBridge(slice: AheadSlice): Promise<void> {
  if (slice.context.canceled || !slice.steps.some(({ bridgeStepId }) => bridgeStepId !== null)) return;
  const asking = slice.members.flatMap((member) => {
    const step = slice.steps[member.position];
    return step && member.revision !== null && isExecutedAtBridge(slice, step, member) ? [{ member, step }] : [];
  });
  if (asking.length === 0) return;
  const { __source: _analytics, ...payload } = slice.event.payload;
  const members = asking.map(({ member }) => member);
  const [access, states] = await Promise.all([accessOf(slice), bridgeStates(slice, members, payload)]);
  const timing = { beginBy: performance.now() + BEGIN_MS, waits: asking.length > FEW };
  const limit = pLimit(EXECUTED_AT_ONCE);
  let size = 0;
  await Promise.all(
    asking.map(({ member, step }) =>
      limit(async () => {
        const key = askedKey(slice, member);
        if (size > ANSWERS_MAX) return;
        if ("failed" in access) {
          slice.bridged.set(key, access);
          return;
        }
        const controls = access.controls[step.bridgeStepId ?? ""] ?? {};
        const { target } = access;
        const result = await slice.deps.bridge.execute({
          // A message that waits for the subscriber's hours is asked for before, and again when they open.
          key: `${key}/${statusAt(member, member.position) === "delayed"}`,
          ...timing,
          environmentId: slice.event.environmentId,
          target,
          action: slice.event.testMode?.dryRun ? "preview" : "execute",
          step: {
            workflowId: slice.definition?.workflowId ?? slice.context.workflow.identifier,
            stepId: step.bridgeStepId ?? "",
            body: {
              // Older bridges read the second name of each.
              payload,
              data: payload,
              controls,
              inputs: controls,
              state: states.get(member.runId) ?? [],
              subscriber: member.subscriber,
              context: slice.context.context ?? {},
            },
          },
        });
        if ("answer" in result) size += result.answer.size;
        slice.bridged.set(key, { ...result, url: target.url });
      }),
    ),
  );
}

/**
 * Whether the step's code is about to be executed for the member, or has been in this slice. A message that has waited for the
 * subscriber's hours is made anew.
 */
export function isExecutedAtBridge(slice: Slice, step: StepRow, member: Member): boolean {
  const { event, context } = slice;
  if (step.bridgeStepId === null || !member.subscriber || (event.tenant && !context.tenant)) return false;
  if (expiredAt(slice, member, step)) return false;
  // It may do anything, also what a dry run must not.
  if (event.testMode?.dryRun && step.type === "custom") return false;
  const status = statusAt(member, member.position);
  return isNew(status) || (status === "delayed" && isChannel(step.type));
}

/**
 * The outcome for a member whose step has yet to be executed at its bridge, or once more after a failure that may pass.
 * Undefined when there is a result, and when the last attempt has failed: the step then fails by it.
 */
export function bridgeHold(slice: Slice, step: StepRow, position: number, member: Member): StepOutcome | undefined {
  if (!isExecutedAtBridge(slice, step, member)) return undefined;
  const result = slice.bridged.get(askedKey(slice, member));
  if (result === undefined) return { kind: "held", wakeAt: slice.now, details: [] };
  if ("retryInMs" in result) return { kind: "held", wakeAt: wakeAfter(slice, result.retryInMs), details: [] };
  if ("answer" in result || !result.failed.isRetryable) return undefined;
  const attempt = attemptOf(member, position);
  const wait = bridgeCall.waits[attempt - 1];
  if (wait === undefined) return undefined;
  return {
    kind: "held",
    wakeAt: wakeAfter(slice, wait),
    failure: { message: result.failed.message, attempts: attempt },
    details: [retryDetail(result.failed, attempt, result.url)],
  };
}

export const attemptOf = (member: Member, position: number): number =>
  (member.jobs.get(position)?.error?.attempts ?? 0) + 1;

/** Written for each answer that is an error, and for each attempt without one that is followed by another. */
export const retryDetail = (error: BridgeError, attempt: number, url: string | undefined): StepDetail => ({
  detail: DETAILS.bridgeRetry,
  status: "Warning",
  raw: failureForDetail(error, attempt, url),
});

export const failureForDetail = (
  { message, code, status, body }: BridgeError,
  retryCount: number,
  url: string | undefined,
): object => ({
  url: url === undefined ? undefined : addressForDetail(url),
  statusCode: status,
  code,
  message,
  retryCount,
  ...(body !== undefined && { raw: body }),
});

/** The address of a bridge as the history shows it: its query and its user may be secret. Undefined for what is no http address. */
function addressForDetail(url: string): string | undefined {
  const address = webAddressOf(url);
  return address && address.origin + address.pathname;
}

type Access =
  | { target: BridgeTarget; controls: Record<string, Record<string, unknown>> }
  | (BridgedResult & { failed: BridgeError });

async function accessOf(slice: AheadSlice): Promise<Access> {
  const { deps, event } = slice;
  const stored = await readBridgeAccess(deps.db, event, event.workflowId);
  const { url, controls } = event.bridge ?? stored;
  const failed = (message: string) => ({ failed: new BridgeError(message, { code: "INVALID_BRIDGE_URL" }) });
  if (url === null) return failed("The environment has no bridge: send its address to POST /v1/bridge/sync");
  const signing = signingKey(slice, stored.encryptedKey);
  if ("failed" in signing) return failed(signing.failed);
  const target = { url, secretKey: signing.key, allowsSelfSigned: allowsSelfSigned(stored.environment) };
  return { target, controls };
}
