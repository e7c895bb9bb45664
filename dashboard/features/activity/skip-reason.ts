import { DETAILS } from "#contract/constants/details.ts";
import type { ExecutionStatus, JobStatus } from "#contract/constants/statuses.ts";
import { suppressedWords } from "#contract/constants/suppressions.ts";
import type { ActivityJob } from "#contract/notifications.ts";

/** Preferences first: a step that they exclude also carries the detail of its conditions. */
const REASONS: readonly (readonly [detail: string, reason: string])[] = [
  [DETAILS.expired, "What the step would send has expired."],
  [DETAILS.testDeliveryChanged, "Test delivery was switched on or changed after the message was written."],
  [DETAILS.throttled, "The subscriber's limit of runs in this window was reached."],
  [DETAILS.stoppedByThrottle, "An earlier step throttled the run."],
  [DETAILS.outsideHours, "It was outside the subscriber's hours, and the step leaves its message out then."],
  [DETAILS.hoursNotOpening, "The subscriber's hours do not open before the run expires."],
  [DETAILS.filteredBySubscriberWorkflow, "The subscriber turned this channel off for this workflow."],
  [DETAILS.filteredBySubscriberGlobal, "The subscriber turned this channel off for all workflows."],
  [DETAILS.filteredByMember, "A member of the organisation turned this channel off for this workflow."],
  [DETAILS.filteredByWorkflow, "This channel is off in the workflow's default preferences."],
  [DETAILS.webhookNotAsked, "A condition asks a webhook, which a dry test does not call."],
  [DETAILS.requestNotSent, "A dry test sends no request."],
  [DETAILS.codeNotExecuted, "A dry test executes no code that sends nothing."],
  [DETAILS.stepFiltered, "The step's conditions are not met."],
];

/** Of a step that could not reach the subscriber. */
const NO_DESTINATION: ReadonlyMap<string, (type: string) => string> = new Map([
  [DETAILS.missingRecipient, (type: string) => `The subscriber has no ${ADDRESSES[type] ?? "address"}.`],
  [DETAILS.noChannel, (type: string) => `The subscriber has connected no ${type} provider.`],
  [DETAILS.noWebhookUrl, () => "The subscriber's chat credentials have no webhook URL."],
  [DETAILS.noPhoneNumber, () => "The subscriber has no phone number."],
  [DETAILS.noDeviceTokens, () => "The subscriber has no device token."],
]);
const ADDRESSES: Readonly<Record<string, string>> = { email: "email address", sms: "phone number" };
/** Facts that only conclude a job whose entries have failed. */
const CONCLUSIONS: readonly string[] = [DETAILS.allChatFailed, DETAILS.pushFailed];

export interface JobHistory {
  type: ActivityJob["type"];
  status: JobStatus;
  executionDetails: readonly { detail: string; status: ExecutionStatus; raw?: unknown }[];
}

/**
 * Returns why a failed step had nobody to send to; undefined when something else failed as well, or a part of it was sent. On the wire such
 * a job is `failed`, and for an operator it is skipped.
 */
function noDestinationReason({ type, executionDetails }: JobHistory): string | undefined {
  // A resume executes the step anew: what came before says nothing about its end.
  const resumed = executionDetails.findLastIndex(({ detail }) => detail === DETAILS.stepResumed);
  const details = executionDetails.slice(resumed + 1);
  if (details.some(({ detail }) => detail === DETAILS.messageSent || detail.startsWith(`${DETAILS.messageSent}: `))) {
    return undefined;
  }
  const causes = details.filter(({ detail, status }) => status === "Failed" && !CONCLUSIONS.includes(detail));
  const reasons = causes.map(({ detail }) => NO_DESTINATION.get(detail)?.(type));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Returns the data of a detail that is there. */
function dataOf(executionDetails: JobHistory["executionDetails"], text: string): unknown {
  const raw = executionDetails.find(({ detail }) => detail === text)?.raw;
  return typeof raw === "string" ? jsonOf(raw) : raw;
}

/** Returns the id of the entry by which the address of a step is suppressed; undefined where none is. */
export function suppressionOf({ executionDetails }: Pick<JobHistory, "executionDetails">): string | undefined {
  const entry = dataOf(executionDetails, DETAILS.suppressed);
  return isRecord(entry) && typeof entry.suppressionId === "string" ? entry.suppressionId : undefined;
}

/** Returns why nothing was sent to an address that is suppressed. */
function suppressedReason(executionDetails: JobHistory["executionDetails"]): string | undefined {
  if (!executionDetails.some(({ detail }) => detail === DETAILS.suppressed)) return undefined;
  const entry = dataOf(executionDetails, DETAILS.suppressed);
  return `Nothing is sent to the address any more: ${suppressedWords(isRecord(entry) ? entry.reason : undefined)}.`;
}

/** Returns why a step of a branch that was not chosen did not run, by the detail of its conditions. */
function branchReason(executionDetails: JobHistory["executionDetails"]): string | undefined {
  const filtered = dataOf(executionDetails, DETAILS.stepFiltered);
  if (!isRecord(filtered) || !isRecord(filtered.branch)) return undefined;
  const { ran } = filtered.branch;
  if (ran === null) return "No branch of its step was chosen.";
  return typeof ran === "string" ? `The run took another branch: ${ran}.` : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns why preferences, conditions, a branch, a throttle, hours or expiry excluded a step, or why it had nobody to send to, by its
 * execution details; undefined for any other step. On the wire a job that was excluded is `canceled`, like one that was canceled by a call.
 */
export function skipReason(job: JobHistory): string | undefined {
  const { status, executionDetails } = job;
  if (status === "failed") return noDestinationReason(job);
  if (status !== "canceled" && status !== "skipped") return undefined;
  const details = new Set(executionDetails.map(({ detail }) => detail));
  const named = branchReason(executionDetails) ?? suppressedReason(executionDetails);
  if (named !== undefined) return named;
  return REASONS.find(([detail]) => details.has(detail))?.[1];
}

/** Returns the status to show: `skipped` for a step that was excluded or had nobody to send to. */
export function shownStatus(job: JobHistory): JobStatus {
  return skipReason(job) === undefined ? job.status : "skipped";
}
