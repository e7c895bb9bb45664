import { canceledByWords } from "#contract/constants/canceled-by.ts";
import { isChannel } from "#contract/constants/channels.ts";
import type { DETAILS } from "#contract/constants/details.ts";
import { suppressedWords } from "#contract/constants/suppressions.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { DEFAULT_BRANCH } from "./branch-names.ts";
import { wordedDuration } from "./duration.ts";
import { failedCondition } from "./failed-condition.ts";

export type DetailKey = keyof typeof DETAILS;

/** A fact of a step's history, with what its sentence names. */
export interface Fact {
  type: ActivityJob["type"];
  /** The subscriber's first name, or else id. */
  who: string;
  /** The data of the detail. */
  raw: Readonly<Record<string, unknown>>;
  providerId?: string | undefined;
  /** Names of the workflow's branches, by their ids. */
  branches: ReadonlyMap<string, string>;
  /** When the step goes on, of one that waits. */
  dueAt?: string | undefined;
}

/** The end of a step that a fact decides; one that waits, or a note that decides nothing. */
export type Deciding = "completed" | "failed" | "left out" | "waiting" | "note";

interface DetailSentence {
  of: Deciding;
  say(fact: Fact): string;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === "string" && value !== "" ? value : otherwise;
const channelOf = ({ type }: Fact): string => (isChannel(type) ? STEP_TYPE_LABELS[type].name : "this step");
const until = (moment: unknown): string =>
  typeof moment === "string" && !Number.isNaN(Date.parse(moment)) ? ` until ${shortTime(moment)}` : "";
const length = ({ raw }: Fact): string => (typeof raw.delay === "number" ? ` ${wordedDuration(raw.delay)}` : "");
const because = ({ raw }: Fact, field: string): string => {
  const reason = raw[field];
  return typeof reason === "string" && reason !== "" ? `: ${reason.replace(/\.$/, "")}.` : ".";
};
const events = (count: unknown): string =>
  count === 1 ? "1 event" : `${typeof count === "number" ? count : 0} events`;
const workflowOf = ({ workflow }: Fact["raw"]): string =>
  typeof workflow === "string" ? `the workflow ${workflow}` : "another workflow";
const addressOf = ({ type }: Fact): string =>
  type === "email" ? "email address" : type === "sms" ? "phone number" : "address";

const completed = (say: DetailSentence["say"]): DetailSentence => ({ of: "completed", say });
const failed = (say: DetailSentence["say"]): DetailSentence => ({ of: "failed", say });
const leftOut = (say: DetailSentence["say"]): DetailSentence => ({ of: "left out", say });
const waiting = (say: DetailSentence["say"]): DetailSentence => ({ of: "waiting", say });
const note = (say: DetailSentence["say"]): DetailSentence => ({ of: "note", say });

/** A sentence for each fact of a step. Of several that decide one end, the one that comes first here says why. */
export const DETAIL_SENTENCES: Readonly<Record<DetailKey, DetailSentence>> = {
  // What keeps a step from being executed.
  filteredBySubscriberWorkflow: leftOut(
    (fact) => `Skipped: ${fact.who} turned ${channelOf(fact)} off for this workflow.`,
  ),
  filteredBySubscriberGlobal: leftOut(
    (fact) => `Skipped: ${fact.who} turned ${channelOf(fact)} off for all workflows.`,
  ),
  filteredByMember: leftOut((fact) => `Skipped: your organisation turned ${channelOf(fact)} off for this workflow.`),
  filteredByWorkflow: leftOut((fact) => `Skipped: ${channelOf(fact)} is off in the workflow's preferences.`),
  stepFiltered: leftOut(filtered),
  webhookNotAsked: leftOut(({ raw }) => {
    const hosts = Array.isArray(raw.hosts) && raw.hosts.length > 0 ? ` of ${raw.hosts.join(", ")}` : "";
    return `Not decided: a condition asks the webhook${hosts}, which a dry test does not call.`;
  }),
  requestNotSent: leftOut(({ raw }) => `Would send ${text(raw.request, "a request")}. A dry test does not call it.`),
  codeNotExecuted: leftOut(() => "Not executed: a dry test executes no code that sends nothing."),
  expired: leftOut(() => "Skipped: what it would send has expired."),
  testDeliveryChanged: leftOut(
    () => "Skipped: test delivery was switched on or changed after the message was written.",
  ),
  suppressed: leftOut(
    (fact) => `Skipped: nothing is sent to the ${addressOf(fact)} any more: ${suppressedWords(fact.raw.reason)}.`,
  ),
  throttled: leftOut(({ who, raw }) => {
    const limit = typeof raw.limit === "number" ? `${raw.limit} ` : "";
    return `Skipped: ${who} has had the ${limit}runs that pass${until(raw.windowEndsAt)}.`;
  }),
  stoppedByThrottle: leftOut(() => "Skipped: an earlier step throttled the run."),
  outsideHours: leftOut(({ who }) => `Skipped: it is outside the hours of ${who}.`),
  hoursNotOpening: leftOut(({ who }) => `Skipped: the hours of ${who} do not open while the run is kept.`),
  mergedUntilOpening: leftOut(({ who }) => `Merged into the message that waits for the hours of ${who}.`),
  digestMerged: leftOut(() => "Merged into the open digest, which sends this event as well."),
  digestSkipped: leftOut(() => "Continues immediately: it is the first event of its digest."),
  stoppedAfterFailure: leftOut(() => "Cancelled: an earlier step failed."),
  erased: leftOut(() => "Cancelled: the subscriber was erased."),
  discarded: leftOut(() => "Cancelled: a member discarded what a safety cap had held back."),
  digestDiscarded: leftOut(() => "Cancelled: a member discarded the digest."),
  runCanceled: leftOut(({ raw }) => `Cancelled: the run was cancelled ${canceledByWords(raw)}.`),
  canceledByCaller: leftOut(({ raw }) => `Cancelled: the event was cancelled ${canceledByWords(raw)}.`),
  executionEnded: leftOut(() => "Not completed: the run was ended before this step."),
  stepAddedLate: leftOut(() => "Skipped: the step was added after the run had passed it."),

  // Why a step fails.
  subscriberNotFound: failed(() => "Failed: the subscriber does not exist any more."),
  tenantNotFound: failed(() => "Failed: the tenant does not exist."),
  topicNotFound: failed(() => "Failed: the topic does not exist."),
  webhookFailed: failed((fact) => `Failed: the webhook of a condition gave no answer${because(fact, "message")}`),
  filterFailed: failed((fact) => `Failed: a condition could not be evaluated${because(fact, "error")}`),
  noIntegration: failed((fact) => `Failed: no active integration of ${channelOf(fact)} can be used.`),
  providerLimit: failed((fact) => `Failed: the demo provider sends no more this month${because(fact, "message")}`),
  layoutNotFound: failed(({ raw }) => `Failed: there is no layout ${text(raw.layoutIdentifier, "of that name")}.`),
  contentNotGenerated: failed((fact) => `Failed: the content could not be rendered${because(fact, "error")}`),
  contentSyntaxError: failed((fact) => `Failed: the content has a fault${because(fact, "error")}`),
  missingRecipient: failed((fact) => `Skipped: ${fact.who} has no ${addressOf(fact)}.`),
  noChannel: failed((fact) =>
    fact.type === "sms"
      ? "Failed: the integration has no sender."
      : `Skipped: ${fact.who} has connected no ${channelOf(fact)} provider.`,
  ),
  noWebhookUrl: failed(({ who }) => `Skipped: the chat credentials of ${who} have no webhook address.`),
  noPhoneNumber: failed(({ who }) => `Skipped: ${who} has no phone number.`),
  noDeviceTokens: failed(({ who }) => `Skipped: ${who} has no device.`),
  providerError: failed((fact) => `Failed: the provider did not take the message${because(fact, "message")}`),
  allChatFailed: failed(() => "Failed: no chat channel took the message."),
  pushFailed: failed(() => "Failed: a device could not be reached."),
  bridgeFailed: failed((fact) => `Failed: the bridge gave no result${because(fact, "message")}`),
  workflowNotTriggered: failed((fact) => `Failed: the workflow could not be started${because(fact, "error")}`),
  invalidThrottle: failed((fact) => `Failed: the throttle is not set up${because(fact, "error")}`),
  invalidWait: failed((fact) => `Failed: the wait is not set up${because(fact, "error")}`),
  invalidDelay: failed((fact) => `Failed: the delay is not set up${because(fact, "error")}`),
  digestInvalid: failed((fact) => `Failed: the digest is not set up${because(fact, "error")}`),
  waitTooLong: failed(() => "Failed: the wait is longer than your plan allows."),
  httpFailed: failed((fact) => `Failed: the request was not answered${because(fact, "error")}`),
  notStored: failed((fact) => `Failed: the step could not be stored${because(fact, "error")}`),
  notProcessed: failed((fact) => `Failed: the step could not be processed${because(fact, "error")}`),

  // What a step has done, or would do.
  testDeliveryRedirected: completed(({ raw }) => {
    const to = Array.isArray(raw.to) && raw.to.length > 0 ? raw.to.join(", ") : "the list";
    const others =
      Array.isArray(raw.insteadOf) && raw.insteadOf.length > 0 ? ` in place of ${raw.insteadOf.join(", ")}` : "";
    return `Test delivery is on: goes to ${to}${others}.`;
  }),
  testDeliveryRendered: completed(() => "Test delivery is on: rendered but not sent, as no recipient is on its list."),
  wouldBeSent: completed((fact) => {
    if (fact.type === "in_app") return `Would appear in the inbox of ${fact.who}.`;
    const by = text(fact.raw.integration, text(fact.providerId, "the integration"));
    const to = typeof fact.raw.to === "string" ? fact.raw.to : fact.who;
    return `Would send by ${by} to ${to}.`;
  }),
  wouldStartWorkflow: completed(({ raw, who }) => `Would start ${workflowOf(raw)} for ${who}.`),
  messageSent: completed((fact) =>
    fact.type === "in_app"
      ? `In the inbox of ${fact.who}.`
      : `Sent by ${text(fact.providerId, "the integration")} to ${fact.who}.`,
  ),
  waitSkipped: completed((fact) => `Would wait${length(fact)}; skipped in this test.`),
  throttleSkipped: completed(() => "Would count the run; skipped in this test."),
  eventReceived: completed(
    ({ raw }) => `The event arrived${typeof raw.receivedAt === "string" ? ` at ${shortTime(raw.receivedAt)}` : ""}.`,
  ),
  eventNotReceived: completed(() => "The event did not arrive in time."),
  digestTriggered: completed(({ raw }) => `Collected ${events(raw.total_count)}.`),
  delayFinished: completed(() => "The delay has ended."),
  throttlePassed: completed(({ raw }) =>
    typeof raw.limit === "number"
      ? `Passed: fewer than ${raw.limit} ${raw.limit === 1 ? "run has" : "runs have"} passed in this window.`
      : "Passed.",
  ),
  branchChosen: completed(({ raw, branches }) => {
    const name = branches.get(text(raw.branchId, ""));
    const condition = name === DEFAULT_BRANCH ? failedCondition(raw) : undefined;
    return `Follows ${name ?? "one branch"}${condition === undefined ? "" : `: ${condition}`}.`;
  }),
  httpAnswered: completed(({ raw }) => `Answered${typeof raw.status === "number" ? ` with ${raw.status}` : ""}.`),
  workflowTriggered: completed(({ raw, who }) => `Started ${workflowOf(raw)} for ${who}.`),
  bridgeAnswered: completed(() => "Your code was executed."),
  messageCreated: completed((fact) => `The message was created for ${fact.who}.`),

  // What a step waits for.
  stepDelayed: waiting((fact) => `Waits${until(fact.dueAt) || length(fact)}.`),
  stepDigested: waiting((fact) => `Collects events${until(fact.dueAt) || length(fact)}.`),
  waitStarted: waiting((fact) => `Waits for an event${until(fact.dueAt ?? fact.raw.until)}.`),
  heldByCap: waiting(() => "Waits: a safety cap was reached, until a member continues or discards what waits."),
  webhookRetry: waiting(() => "Waits: the webhook of a condition failed and is asked again."),
  httpRetry: waiting(() => "Waits: the request failed and is sent again."),
  bridgeRetry: waiting(() => "Waits: the bridge failed and is called again."),
  providerRetry: waiting(() => "Waits: the provider was not reached and is tried again."),
  providerFailedOver: waiting(() => "Continues through another integration."),

  // What decides nothing by itself.
  overridesNotUsed: note(({ raw }) => {
    const names = Object.keys(typeof raw.overrides === "object" && raw.overrides !== null ? raw.overrides : {});
    return `Not used: ${names.join(", ")}. Its details say why.`;
  }),
  hoursSkipped: note(({ who }) => `Would wait for the hours of ${who}; skipped in this test.`),
  capIgnored: note(() => "A safety cap would hold this step back; a dry test goes on."),
  stepCreated: note(() => "Not started yet."),
  stepQueued: note(() => "Begins soon."),
  startSending: note(() => "In progress."),
  startDigesting: note(() => "Starts collecting events."),
  digestSentEarly: note(() => "A member sent the digest before its time."),
  delayEndedEarly: note(() => "A member ended the delay before its time."),
  tenantSelected: note(() => "Is executed for the tenant."),
  variantChosen: note(() => "A variant was chosen."),
  integrationSelected: note(({ raw }) => `Goes through ${text(raw.name, "the integration")}.`),
  tokenRemoved: note(() => "A device unknown to the provider was removed."),
  noReplyUrl: note(() => "Replies are not passed on: the step has no reply callback."),
  noReplyConfiguration: note(() => "Replies are not passed on: the environment has no inbound mail."),
  noReplyMx: note(() => "Replies are not passed on: the MX record is missing."),
  noReplyDomain: note(() => "Replies are not passed on: the domain is missing."),
  replyPassedOn: note(() => "A reply was passed on."),
  replyNotPassedOn: note(() => "A reply could not be passed on."),
  stepResumed: note(({ raw }) =>
    typeof raw.integration === "string" ? `Executed again, through ${raw.integration}.` : "Executed again.",
  ),
};

/** A step that conditions, its own code or another branch exclude. */
function filtered({ raw, branches }: Fact): string {
  if (raw.branch !== undefined) {
    const ran: unknown = Object(raw.branch).ran;
    if (typeof ran !== "string") return "Not taken: no branch was chosen.";
    return `Not taken: the run follows ${branches.get(ran) ?? "another branch"}.`;
  }
  if (raw.skip === true) return "Skipped: its condition to skip holds.";
  const condition = failedCondition(raw.filter);
  return condition === undefined ? "Skipped: its conditions do not pass." : `Condition does not pass: ${condition}.`;
}
