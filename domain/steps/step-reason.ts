import { canceledByWords } from "#contract/constants/canceled-by.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import type { JobStatus, PreferenceLayer } from "#contract/constants/statuses.ts";
import { suppressedSentence } from "#contract/constants/suppressions.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** Why a step ended as it did, as a code and in a sentence. */
export interface Reason {
  code: StepReason;
  text: string;
  /** Of a refusal: the vendor's own code, or the status of its answer, where there was one. */
  vendorCode?: string;
}

/** A step of a run that is not executed any more, by its job and the history of that. */
export interface EndedStep {
  type: string;
  status: JobStatus;
  /** Of a job that failed. */
  error?: string | undefined;
  /** In order of time. `raw` is a JSON value, or its text. */
  details: readonly { detail: string; raw?: unknown }[];
}

type ReasonOfDetail = (raw: Raw, step: EndedStep) => Reason;
type Raw = Readonly<Record<string, unknown>>;

const NO_MORE = "the history says no more";
const ADDRESS: Readonly<Record<string, string>> = { email: "email address", sms: "phone number" };

/** By the first detail that decides: of a job that fails, those after it only conclude. */
export const REASON_BY_DETAIL: ReadonlyMap<string, ReasonOfDetail> = new Map<DetailText, ReasonOfDetail>([
  [DETAILS.subscriberNotFound, () => reason("subscriber_not_found", "The subscriber does not exist any more")],
  [DETAILS.tenantNotFound, () => reason("tenant_not_found", "The event's tenant does not exist any more")],
  [
    DETAILS.webhookFailed,
    (raw) => reason("webhook_failed", `The webhook of a condition gave no answer: ${textOf(raw, "message")}`),
  ],
  [
    DETAILS.filterFailed,
    (raw) => reason("condition_failed", `A condition could not be evaluated: ${textOf(raw, "error")}`),
  ],
  [DETAILS.noIntegration, (_, { type }) => reason("no_integration", `No active integration of ${type} can be used`)],
  [DETAILS.providerLimit, (raw) => reason("provider_limit", textOf(raw, "message"))],
  [
    DETAILS.layoutNotFound,
    (raw) => reason("layout_not_found", `The environment has no layout ${textOf(raw, "layoutIdentifier")}`),
  ],
  [
    DETAILS.contentNotGenerated,
    (raw) => reason("content_not_generated", `The content could not be rendered: ${textOf(raw, "error")}`),
  ],
  [
    DETAILS.missingRecipient,
    (_, { type }) => reason("no_destination", `The subscriber has no ${ADDRESS[type] ?? "address"}`),
  ],
  [
    DETAILS.contentSyntaxError,
    (raw) => reason("content_not_generated", `The content could not be rendered: ${textOf(raw, "error")}`),
  ],
  [
    DETAILS.noChannel,
    (_, { type }) =>
      type === "sms"
        ? reason("no_integration", "The integration of sms has no sender: give it one in its credentials")
        : reason("no_destination", `The subscriber has connected no ${type} provider`),
  ],
  [DETAILS.noWebhookUrl, () => reason("no_destination", "The subscriber's chat credentials have no webhookUrl")],
  [DETAILS.noPhoneNumber, () => reason("no_destination", "The subscriber has no phone number")],
  [DETAILS.noDeviceTokens, () => reason("no_destination", "The subscriber's push credentials have no device token")],
  [
    DETAILS.providerError,
    (raw) => ({
      ...reason("provider_refused", `The provider did not send the message: ${textOf(raw, "message")}`),
      ...vendorCodeOf(raw),
    }),
  ],
  [
    DETAILS.webhookNotAsked,
    (raw) =>
      reason("webhook_not_asked", `A dry run asks no webhook, and a condition needs the answer of ${hostsIn(raw)}`),
  ],
  [
    DETAILS.requestNotSent,
    (raw) => reason("request_not_sent", `A dry run sends no request: ${textOf(raw, "request")}`),
  ],
  [DETAILS.codeNotExecuted, () => reason("code_not_executed", "A dry run executes no code that sends nothing")],
  [DETAILS.throttled, () => reason("throttled", "The throttle has let as many runs pass as it may in this window")],
  [DETAILS.stoppedByThrottle, () => reason("throttled", "A throttle before this step ends the run")],
  [DETAILS.expired, () => reason("expired", "The message would be of no use any more at this moment")],
  [
    DETAILS.testDeliveryChanged,
    () => reason("test_delivery", "Test delivery was switched on or changed after the message was written"),
  ],
  [DETAILS.suppressed, (raw) => reason("suppressed", suppressedSentence(raw))],
  [
    DETAILS.outsideHours,
    () => reason("outside_hours", "It is outside the subscriber's hours, and the step is left out then"),
  ],
  [
    DETAILS.hoursNotOpening,
    () => reason("outside_hours", "The subscriber's hours do not open for as long as the run is kept"),
  ],
  [
    DETAILS.mergedUntilOpening,
    () => reason("merged_until_opening", "One message for several events is sent when the subscriber's hours open"),
  ],
  [DETAILS.invalidThrottle, (raw) => reason("wait_invalid", textOf(raw, "error"))],
  [DETAILS.invalidWait, (raw) => reason("wait_invalid", textOf(raw, "error"))],
  [DETAILS.invalidDelay, (raw) => reason("wait_invalid", textOf(raw, "error"))],
  [DETAILS.digestInvalid, (raw) => reason("wait_invalid", textOf(raw, "error"))],
  [DETAILS.waitTooLong, () => reason("wait_too_long", "The wait is longer than the plan of the organization allows")],
  [DETAILS.workflowNotTriggered, (raw) => reason("workflow_not_started", textOf(raw, "error"))],
  [DETAILS.bridgeFailed, (raw) => reason("bridge_failed", `The bridge gave no result: ${textOf(raw, "message")}`)],
  [DETAILS.httpFailed, (raw) => reason("request_failed", `The request failed: ${textOf(raw, "error")}`)],
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
  [DETAILS.canceledByCaller, (raw) => reason("canceled", `The event was cancelled ${canceledByWords(raw)}`)],
  [DETAILS.runCanceled, (raw) => reason("canceled", `The run was cancelled ${canceledByWords(raw)}`)],
  [DETAILS.digestDiscarded, () => reason("discarded", "A member discarded the digest")],
  [DETAILS.discarded, () => reason("discarded", "A member discarded what a safety cap had held back")],
  [DETAILS.executionEnded, () => reason("execution_ended", "The execution of the run was ended before the step")],
  [DETAILS.stepAddedLate, () => reason("added_late", "The step was added to the workflow after the run had passed it")],
  [DETAILS.notStored, (raw) => reason("not_stored", `The step could not be stored: ${textOf(raw, "error")}`)],
]);

const MERGING: ReadonlySet<string> = new Set([DETAILS.digestMerged, DETAILS.mergedUntilOpening]);

/** Says why a step ended as it did. */
export function reasonOf(step: EndedStep): Reason {
  const { type, status, error } = step;
  // A resume executes the step anew: what came before says nothing about its end.
  const since = step.details.slice(step.details.findLastIndex(({ detail }) => detail === DETAILS.stepResumed) + 1);
  // A step that was merged and has ended in another way since: it left the digest, or took it over.
  const details = status === "merged" ? since : since.filter(({ detail }) => !MERGING.has(detail));
  if (status === "completed") return completed(type, details);
  if (status === "merged" && type === "digest") {
    return reason("digest_joined", "A digest of the same key is open: its run sends this event as well");
  }
  const merging = details.find(({ detail }) => detail === DETAILS.mergedUntilOpening);
  if (status === "merged" && !merging) {
    return reason("merged_into_digest", "The run that has taken the event in goes on instead");
  }
  const filtered = details.find(({ detail }) => detail === DETAILS.stepFiltered);
  if (filtered) return filteredBy(objectOf(filtered.raw), type, details);
  for (const { detail, raw } of details) {
    const found = REASON_BY_DETAIL.get(detail);
    if (found) return found(objectOf(raw), step);
  }
  if (status === "canceled") return reason("canceled", "The event was cancelled by its caller");
  return reason("not_processed", error ?? "The step could not be processed");
}

function completed(type: string, details: EndedStep["details"]): Reason {
  const has = (text: DetailText) => details.some(({ detail }) => detail === text);
  const rawOf = (text: DetailText) => objectOf(details.find(({ detail }) => detail === text)?.raw);
  if (has(DETAILS.testDeliveryRendered)) return reason("test_delivery", "Test delivery is on: it was only rendered");
  if (has(DETAILS.wouldBeSent)) return wouldBeSent(rawOf(DETAILS.wouldBeSent));
  if (has(DETAILS.waitSkipped)) {
    const until = textOf(rawOf(DETAILS.waitSkipped), "until");
    return reason("wait_skipped", `The run would wait until ${until}, which the test skips`);
  }
  if (has(DETAILS.throttleSkipped)) return reason("wait_skipped", "The throttle counts no run of the test");
  switch (type) {
    case "digest":
      return reason("digest_sent", "The digest closes, and the run goes on with its events");
    case "delay":
      return reason("waited", "The run waits, and goes on");
    case "wait_for_event":
      if (has(DETAILS.eventReceived)) return reason("event_received", "The event that the run waited for came in time");
      return reason("waited", "The event that the run waited for did not come in time, and the run goes on");
    case "throttle":
      return reason("passed", "The throttle lets the run pass");
    case "branch":
      return reason("passed", "The branch is chosen, and the run goes on with its steps");
    case "custom":
      return reason("passed", "The code was executed, and later steps have its result");
    case "http":
      return reason("passed", "The request was answered, and later steps have the answer");
    case "trigger": {
      if (has(DETAILS.wouldStartWorkflow)) {
        const workflow = textOf(rawOf(DETAILS.wouldStartWorkflow), "workflow");
        return reason("would_be_sent", `Would start the workflow ${workflow} for the subscriber`);
      }
      const raw = rawOf(DETAILS.workflowTriggered);
      return reason("workflow_started", `Starts the workflow ${textOf(raw, "workflow")} for the subscriber`);
    }
    default:
      return reason("sent", "The message is given to the provider");
  }
}

function wouldBeSent({ integration, to }: Raw): Reason {
  const by = typeof integration === "string" ? ` by ${integration}` : "";
  const address = typeof to === "string" ? ` to ${to}` : "";
  return reason("would_be_sent", `The message would be sent${by}${address}`);
}

const hostsIn = ({ hosts }: Raw): string => (Array.isArray(hosts) ? hosts.join(", ") : NO_MORE);

const DECIDERS: Readonly<Record<PreferenceLayer, string>> = {
  SUBSCRIBER_WORKFLOW: "the subscriber's choice for this workflow",
  SUBSCRIBER_GLOBAL: "the subscriber's choice for all workflows",
  USER_WORKFLOW: "what a member of the organisation set for this workflow",
  WORKFLOW_RESOURCE: "the workflow's own preferences",
  workflowOverride: "the workflow's override for the tenant",
};

const isDecider = (value: unknown): value is PreferenceLayer =>
  typeof value === "string" && Object.hasOwn(DECIDERS, value);

function filteredBy(raw: Raw, type: string, details: EndedStep["details"]): Reason {
  const { branch, skip } = raw;
  if (skip === true) return reason("skipped_by_code", "The step's code says that it is skipped");
  if (branch !== undefined) {
    const { ran } = objectOf(branch);
    if (typeof ran !== "string") return reason("other_branch", "No branch of its step was chosen");
    return reason("other_branch", `The run took another branch: ${ran}`);
  }
  if (objectOf(raw.preferences).passed === false) {
    const deciders = details.map((detail) => objectOf(detail.raw).decidedBy);
    const decider = deciders.find(isDecider);
    return reason("preference_off", `${type} is switched off by ${decider ? DECIDERS[decider] : "a preference"}`);
  }
  const failed = failedOf(objectOf(raw.filter).conditions);
  return reason("conditions_not_met", `The step's conditions are not met${failed === "" ? "" : `: ${failed}`}`);
}

/** Conditions that are put into words, and the characters that are quoted of a value. */
const WORDED = 10;
const QUOTED = 200;

const quoted = (value: unknown): string => {
  const text = String(value);
  return JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text);
};

/** The conditions that failed, in words. */
function failedOf(conditions: unknown): string {
  if (!Array.isArray(conditions)) return "";
  return conditions
    .map(objectOf)
    .filter(({ passed }) => passed === false)
    .slice(0, WORDED)
    .map(({ filter, field, operator, expected, actual }) => {
      const name = [filter, field].filter(Boolean).join(" ");
      return `${name} is ${actual === "" ? "not there" : quoted(actual)}, and ${operator} ${quoted(expected)} is expected`;
    })
    .join("; ");
}

/** An object of stored history, which may be the text of one; nothing of anything else. */
function objectOf(value: unknown): Raw {
  const parsed = typeof value === "string" ? parsedOf(value) : value;
  return isJsonObject(parsed) ? { ...parsed } : {};
}

function parsedOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function textOf(raw: Raw, field: string): string {
  const value = raw[field];
  return typeof value === "string" && value !== "" ? value : NO_MORE;
}

function vendorCodeOf({ code, status }: Raw): Pick<Reason, "vendorCode"> {
  const known = code ?? status;
  return typeof known === "string" || typeof known === "number" ? { vendorCode: String(known) } : {};
}

function reason(code: StepReason, text: string): Reason {
  return { code, text };
}
