import { DETAILS } from "#contract/constants/details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { durationText } from "../duration.ts";
import { rawFields } from "../step-outcome-sentence.ts";
import { type Attempt, attemptOf, type Detail } from "./attempts.ts";

export type PhaseKind = "queued" | "paced" | "sending" | "retry-wait" | "hours" | "delay" | "digest" | "work";

/** A time that a step spent on one thing: its work, or a wait. */
export interface Phase {
  /** Unique in its step. */
  id: number;
  kind: PhaseKind;
  /** In milliseconds since 1970. */
  from: number;
  until: number;
  sentence: string;
}

type PhasedJob = Pick<ActivityJob, "type" | "status" | "executionDetails"> &
  Partial<Pick<ActivityJob, "startedAt" | "finishedAt" | "dueAt">>;

interface Context {
  /** The subscriber as sentences call it. */
  who: string;
  now: number;
}

/** A phase that lasts until something else is recorded. */
interface Begun {
  kind: PhaseKind;
  from: number;
  /** Its sentence, of one that lasted so long. */
  ended: (length: string) => string;
  /** Its sentence as long as it lasts. */
  open: string;
  /** Its end, where that is known beforehand: the queue follows. */
  plannedEnd?: number;
}

/** Returns what a step did and waited for, one after the other, as far as that is recorded. Sends to several devices overlap. */
export function phasesOf(job: PhasedJob, { who, now }: Context): Phase[] {
  const phases: Phase[] = [];
  let begun: Begun | undefined;
  const add = (part: Begun, until: number) => {
    const { kind, from, ended } = part;
    if (until > from)
      phases.push({ id: phases.length, kind, from, until, sentence: ended(durationText(until - from)) });
  };
  const end = (at: number, attempt?: Attempt) => {
    if (!begun) return;
    const { plannedEnd } = begun;
    if (plannedEnd !== undefined && attempt && plannedEnd < at) {
      add(begun, plannedEnd);
      add(waitForTurn(plannedEnd, attempt), at);
    } else add(begun.kind === "queued" && attempt ? waitForTurn(begun.from, attempt) : begun, at);
    begun = undefined;
  };
  for (const detail of job.executionDetails) {
    const attempt = attemptOf(detail);
    if (attempt) {
      const { call, at } = attempt;
      end(call?.from ?? at, attempt);
      if (call) add(sending(attempt, call.from), call.until);
      begun = afterAttempt(attempt);
      continue;
    }
    const next = begunBy(detail, job, who);
    if (!next) continue;
    end(next.from);
    begun = next;
  }
  const isOpen = isUnderWay(job);
  if (begun && isOpen) {
    const { kind, from, open } = begun;
    phases.push({ id: phases.length, kind, from, until: Math.max(now, from), sentence: open });
  } else end(endOf(job));
  const isOver = !isOpen && job.status !== "pending";
  if (phases.length === 0 && isOver && !Number.isNaN(endOf(job))) phases.push(instantOf(job));
  return phases.sort((a, b) => a.from - b.from);
}

const isUnderWay = ({ status }: PhasedJob): boolean => ["queued", "running", "delayed"].includes(status);

/** A send that begins sooner was not held back by a pace, although there is one. */
const PACED_LEAST_MS = 250;

/** The wait before an attempt: for the pace of its integration where it has one, and else for its turn. */
function waitForTurn(from: number, { call, result }: Attempt): Begun {
  const turn = queued(from);
  // As it was recorded before the calls of providers were.
  if (!call) return isLast(result) ? { ...turn, kind: "sending", ended: (length) => `Sent within ${length}.` } : turn;
  if (call.perSecond === undefined || call.from - from < PACED_LEAST_MS) return turn;
  const rate = rateText(call.perSecond);
  return {
    ...turn,
    kind: "paced",
    ended: (length) => `Waited ${length} for the provider's pace: ${rate} allowed.`,
  };
}

const isLast = (result: Attempt["result"]): boolean => result === "sent" || result === "failed";

const queued = (from: number, open = "Waits for its turn."): Begun => ({
  kind: "queued",
  from,
  open,
  ended: (length) => `Waited ${length} for its turn.`,
});

/** Returns a rate as it is said: "10 a second", or "30 a minute" of one below one a second. */
function rateText(perSecond: number): string {
  const [count, unit] = perSecond >= 1 ? [perSecond, "second"] : [perSecond * 60, "minute"];
  return `${Number(count.toFixed(1))} a ${unit}`;
}

function sending({ result, integration, providerId, status }: Attempt, from: number): Begun {
  const by = integration ?? providerId ?? "the provider";
  const answer = status === undefined ? "" : ` with ${status}`;
  const ended = (length: string) =>
    result === "sent"
      ? `Sent through ${by} in ${length}.`
      : `${by} did not take it: answered${answer} after ${length}.`;
  return { kind: "sending", from, open: "Is being sent.", ended };
}

function afterAttempt({ result, call, at, afterMs, isTooMany }: Attempt): Begun | undefined {
  if (isLast(result)) return undefined;
  const from = call?.until ?? at;
  if (result === "elsewhere" && (afterMs ?? 0) === 0) {
    return queued(from, "Waits for its turn at the next integration.");
  }
  const next = afterMs === undefined ? "" : `, until ${clockOf(at + afterMs)}`;
  const wait: Begun = isTooMany
    ? {
        kind: "paced",
        from,
        open: `Waits: the provider takes no more messages at the moment${next}.`,
        ended: (length) => `Waited ${length}: the provider took no more messages.`,
      }
    : {
        kind: "retry-wait",
        from,
        open: `Waits for the next attempt${next}.`,
        ended: (length) => `Waited ${length} for the next attempt.`,
      };
  return { ...wait, ...(afterMs !== undefined && { plannedEnd: at + afterMs }) };
}

const clockOf = (at: number): string => new Date(at).toLocaleTimeString("en-GB");

const waiting =
  (kind: PhaseKind, ended: (length: string) => string, open: string) =>
  (from: number): Begun => ({ kind, from, ended, open });

/** Returns the phase that a detail begins, of one that is about no attempt. */
function begunBy(detail: Detail, job: PhasedJob, who: string): Begun | undefined {
  if (detail.source === "Webhook") return undefined;
  const at = Date.parse(detail.createdAt);
  const until = job.status === "delayed" && job.dueAt ? ` until ${shortTime(job.dueAt)}` : "";
  switch (detail.detail) {
    case DETAILS.stepQueued:
      return queued(at);
    case DETAILS.startSending:
      return isCalled(job) ? queued(at) : worked(at);
    case DETAILS.stepDelayed:
      return waiting(
        "delay",
        (length) => `Waited ${length}, as the step says.`,
        `Waits${until}, as the step says.`,
      )(at);
    case DETAILS.stepDigested:
      return waiting("digest", (length) => `Collected events for ${length}.`, `Collects events${until}.`)(at);
    case DETAILS.waitStarted:
      return waiting("delay", (length) => `Waited ${length} for an event.`, `Waits for an event${until}.`)(at);
    case DETAILS.heldByCap:
      return waiting(
        "delay",
        (length) => `Was held back by a safety cap for ${length}.`,
        "Is held back by a safety cap.",
      )(at);
    case DETAILS.webhookRetry:
    case DETAILS.httpRetry:
    case DETAILS.bridgeRetry:
      return waiting(
        "retry-wait",
        (length) => `Waited ${length} for the next attempt.`,
        "Waits for the next attempt.",
      )(at);
    case DETAILS.stepResumed:
      return queued(at, "Waits for its turn after it was resumed.");
    default:
      return detail.detail.startsWith("Deferred until ")
        ? waiting("hours", (length) => `Waited ${length} for the hours of ${who}.`, hoursText(detail, who))(at)
        : undefined;
  }
}

function hoursText(detail: Detail, who: string): string {
  const { until } = rawFields(detail.raw);
  return `Waits for the hours of ${who}${typeof until === "string" ? `, until ${shortTime(until)}` : ""}.`;
}

/** Whether the step's message is handed to a provider. */
const isCalled = ({ type }: PhasedJob): boolean => ["email", "sms", "push", "chat"].includes(type);

const worked = (from: number): Begun => ({
  kind: "work",
  from,
  open: "In progress.",
  ended: (length) => `Took ${length}.`,
});

function endOf({ finishedAt, executionDetails }: PhasedJob): number {
  return Date.parse(finishedAt ?? executionDetails.at(-1)?.createdAt ?? "");
}

/** Of a step that took no time that can be measured. */
function instantOf(job: PhasedJob): Phase {
  const at = endOf(job);
  return {
    id: 0,
    kind: "work",
    from: at,
    until: at,
    sentence: job.startedAt ? "Took less than a millisecond." : "Decided at once.",
  };
}

/** Returns the milliseconds from the beginning of the first to the end of the last. */
export function lengthOf(phases: readonly Phase[]): number {
  const [first] = phases;
  return first ? Math.max(...phases.map(({ until }) => until)) - first.from : 0;
}
