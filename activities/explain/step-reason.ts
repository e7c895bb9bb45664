import { DETAILS } from "#contract/constants/details.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import type { FilterOutcome } from "#domain/conditions.ts";
import type { PreferenceDecider } from "#domain/preferences.ts";
import type { RunRecord, StepRecord } from "./step-record.ts";

/** Why a step ended as it did, as a code and in a sentence. */
export interface Reason {
  code: StepReason;
  text: string;
}

/** How often a step ended for a reason. */
export interface ReasonCount extends Reason {
  step: StepRecord["step"];
  count: number;
}

/** Counts the reasons of runs, by step; the sentence is that of the first. */
export function reasonCounts() {
  const counts = new Map<string, ReasonCount>();
  return {
    add({ steps }: RunRecord): void {
      for (const { step, reason } of steps) {
        const key = `${step.stepId}/${reason.code}`;
        const known = counts.get(key) ?? { ...reason, step, count: 0 };
        counts.set(key, { ...known, count: known.count + 1 });
      }
    },
    /** In the order of the steps, and of each the most frequent ones first. */
    all: (): ReasonCount[] =>
      [...counts.values()].sort(
        (a, b) => a.step.position - b.step.position || b.count - a.count || (a.code < b.code ? -1 : 1),
      ),
  };
}

/** By the last detail that decides: of a job that fails, others only say how far it came. */
const BY_DETAIL: ReadonlyMap<string, (record: StepRecord) => Reason> = new Map<string, (record: StepRecord) => Reason>([
  [DETAILS.subscriberNotFound, () => reason("subscriber_not_found", "The subscriber does not exist any more")],
  [DETAILS.tenantNotFound, () => reason("tenant_not_found", "The event's tenant does not exist any more")],
  [
    DETAILS.filterFailed,
    ({ details }) => reason("condition_failed", `A condition could not be evaluated: ${rawOf(details, "error")}`),
  ],
  [DETAILS.noIntegration, ({ step }) => reason("no_integration", `No active integration of ${step.type} can be used`)],
  [DETAILS.providerLimit, ({ details }) => reason("provider_limit", rawOf(details, "message"))],
  [
    DETAILS.contentNotGenerated,
    ({ details }) => reason("content_not_generated", `The content could not be rendered: ${rawOf(details, "error")}`),
  ],
  [
    DETAILS.missingRecipient,
    ({ step }) => reason("no_destination", `The subscriber has no ${ADDRESS[step.type] ?? "address"}`),
  ],
  [DETAILS.noChannel, ({ step }) => reason("no_destination", `The subscriber has connected no ${step.type} provider`)],
  [DETAILS.noWebhookUrl, () => reason("no_destination", "The subscriber's chat credentials have no webhookUrl")],
  [DETAILS.noDeviceTokens, () => reason("no_destination", "The subscriber's push credentials have no device token")],
  [DETAILS.throttled, () => reason("throttled", "The throttle has let as many runs pass as it may in this window")],
  [DETAILS.stoppedByThrottle, () => reason("throttled", "A throttle before this step ends the run")],
  [DETAILS.expired, () => reason("expired", "The message would be of no use any more at this moment")],
  [DETAILS.invalidThrottle, ({ details }) => reason("wait_invalid", rawOf(details, "error"))],
  [DETAILS.invalidWait, ({ details }) => reason("wait_invalid", rawOf(details, "error"))],
  [DETAILS.workflowNotTriggered, ({ details }) => reason("workflow_not_started", rawOf(details, "error"))],
  [DETAILS.invalidDelay, ({ details }) => reason("wait_invalid", rawOf(details, "error"))],
  [DETAILS.digestInvalid, ({ details }) => reason("wait_invalid", rawOf(details, "error"))],
  [
    DETAILS.digestSkipped,
    () =>
      reason(
        "digest_let_through",
        "It is the first event of its key within the look-back window, and goes through at once",
      ),
  ],
  [
    DETAILS.digestMerged,
    () => reason("digest_joined", "A digest of the same key is open: its run sends this event as well"),
  ],
  [
    DETAILS.stoppedAfterFailure,
    () => reason("earlier_step_failed", "An earlier step failed, after which the run is to stop"),
  ],
]);

const ADDRESS: Readonly<Record<string, string>> = { email: "email address", sms: "phone number" };

/** Says why a step ended as it did. */
export function reasonOf(record: StepRecord): Reason {
  const { step, status, details, hosts } = record;
  switch (status) {
    case "undecided":
      if (step.bridgeStepId !== null)
        return reason(
          "bridge_not_asked",
          "Would execute the step's code at the bridge, which an explanation does not do. What follows is decided as if this step were left out",
        );
      return reason(
        "webhook_not_asked",
        `Would ask ${hosts.join(", ")}: give its answer in webhookAnswers. What follows is decided as if this step were left out`,
      );
    case "pending":
      if (details.some(({ detail }) => detail === DETAILS.heldByCap))
        return reason(
          "paused",
          "A safety cap has paused the workflow or the subscriber: the run waits for a member's decision",
        );
      return reason("not_reached", "The run does not get here");
    case "completed":
    case "running":
      if (step.type === "digest")
        return reason("digest_sent", "The digest closes, and the run goes on with its events");
      if (step.type === "delay") return reason("waited", "The run waits, and goes on");
      if (step.type === "wait_for_event")
        return reason("waited", "The run waits; which events come meanwhile is not known, so that its time passes");
      if (step.type === "throttle") return reason("passed", "The throttle lets the run pass");
      if (step.type === "branch") return reason("passed", "The branch is chosen, and the run goes on with its steps");
      if (step.type === "trigger")
        return reason("workflow_started", `Starts the workflow ${rawOf(details, "workflow")} for the subscriber`);
      return reason("sent", "The message is given to the provider");
    case "merged":
      if (step.type !== "digest")
        return reason("merged_into_digest", "The run that has taken the event in goes on instead");
      break;
    default:
  }
  const isFiltered = details.some(({ detail }) => detail === DETAILS.stepFiltered);
  if (isFiltered) return record.preference?.enabled === false ? preferenceReason(record) : conditionsReason(record);
  for (const { detail } of details) {
    const found = BY_DETAIL.get(detail);
    if (found) return found(record);
  }
  return reason("not_processed", record.error ?? "The step could not be processed");
}

const DECIDERS: Readonly<Record<PreferenceDecider, string>> = {
  SUBSCRIBER_WORKFLOW: "the subscriber's choice for this workflow",
  SUBSCRIBER_GLOBAL: "the subscriber's choice for all workflows",
  USER_WORKFLOW: "what a member of the organisation set for this workflow",
  WORKFLOW_RESOURCE: "the workflow's own preferences",
  workflowOverride: "the workflow's override for the tenant",
};

function preferenceReason({ step, preference }: StepRecord): Reason {
  const decider = preference ? DECIDERS[preference.decidedBy] : "a preference";
  return reason("preference_off", `${step.type} is switched off by ${decider}`);
}

function conditionsReason({ conditions }: StepRecord): Reason {
  const failed = failedOf(conditions);
  return reason("conditions_not_met", `The step's conditions are not met${failed === "" ? "" : `: ${failed}`}`);
}

/** Conditions that are put into words, and the characters that are quoted of a value. */
const WORDED = 10;
const QUOTED = 200;

const quoted = (text: string): string => JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text);

/** The conditions that failed, in words. */
function failedOf(outcome: FilterOutcome | undefined): string {
  return (outcome?.conditions ?? [])
    .filter(({ passed }) => !passed)
    .slice(0, WORDED)
    .map(({ filter, field, operator, expected, actual }) => {
      const name = [filter, field].filter(Boolean).join(" ");
      return `${name} is ${actual === "" ? "not there" : quoted(actual)}, and ${operator} ${quoted(expected)} is expected`;
    })
    .join("; ");
}

function rawOf(details: StepRecord["details"], field: string): string {
  for (const { raw } of details) {
    if (typeof raw !== "object" || raw === null) continue;
    const value: unknown = Reflect.get(raw, field);
    if (typeof value === "string") return value;
  }
  return "the history says no more";
}

function reason(code: StepReason, text: string): Reason {
  return { code, text };
}
