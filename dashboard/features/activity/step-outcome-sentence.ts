import { DETAILS } from "#contract/constants/details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { DETAIL_SENTENCES, type Deciding, type DetailKey, type Fact } from "./detail-sentences.ts";

type Job = Pick<ActivityJob, "type" | "status" | "executionDetails"> & Partial<Pick<ActivityJob, "dueAt" | "reason">>;

// Of an object with these keys.
const KEYS = Object.keys(DETAILS) as DetailKey[];
/** In the order in which they decide. */
const DECIDING = Object.keys(DETAIL_SENTENCES) as DetailKey[];
const BY_TEXT = new Map<string, DetailKey>(KEYS.map((key) => [DETAILS[key], key]));
/** Beginning of the fact of a message that waits for the subscriber's hours; its moment follows. */
const DEFERRED = "Deferred until ";

/** The key of a fact. Those of a push name the provider behind the text. */
function keyOf(detail: string): DetailKey | undefined {
  return BY_TEXT.get(detail) ?? BY_TEXT.get(detail.slice(0, Math.max(detail.indexOf(": "), 0)));
}

const DECIDED_BY: Readonly<Record<ActivityJob["status"], readonly Deciding[]>> = {
  pending: [],
  queued: ["waiting"],
  running: ["waiting"],
  delayed: ["waiting"],
  completed: ["completed", "failed"],
  failed: ["failed", "left out"],
  canceled: ["left out", "failed"],
  skipped: ["left out", "failed"],
  merged: ["left out"],
};

const UNDECIDED: Readonly<Record<ActivityJob["status"], string>> = {
  pending: "Not reached yet.",
  queued: "Begins soon.",
  running: "In progress.",
  delayed: "Waits.",
  completed: "Completed.",
  failed: "Failed.",
  canceled: "Cancelled.",
  skipped: "Skipped.",
  merged: "Merged into another run.",
};

/** Says in a sentence what a step did in a run, or would do, and by which rule. */
export function stepOutcomeSentence(job: Job, who: string, branches: Fact["branches"] = new Map()): string {
  const { type, status, dueAt, reason } = job;
  // A resume executes the step anew: what came before says nothing about its end.
  const resumed = job.executionDetails.findLastIndex(({ detail }) => detail === DETAILS.stepResumed);
  const details = job.executionDetails.slice(resumed + 1);
  if (status === "delayed" && details.at(-1)?.detail.startsWith(DEFERRED)) {
    return `Waits for the hours of ${who}${dueAt ? `, until ${shortTime(dueAt)}` : ""}.`;
  }
  const found = new Map<DetailKey, (typeof details)[number]>();
  for (const detail of details) {
    const key = keyOf(detail.detail);
    if (key) found.set(key, detail);
  }
  const deciding = DECIDED_BY[status].flatMap((end) => DECIDING.filter((key) => DETAIL_SENTENCES[key].of === end));
  const key = deciding.find((one) => found.has(one));
  const detail = key && found.get(key);
  if (!key || !detail) return reason ? `${reason.text}.` : UNDECIDED[status];
  const fact: Fact = { type, who, branches, raw: rawFields(detail.raw), providerId: detail.providerId, dueAt };
  const sentence = DETAIL_SENTENCES[key].say(fact);
  const notes = NOTED.flatMap((one) => (found.has(one) ? [DETAIL_SENTENCES[one].say(fact)] : []));
  return [sentence, ...notes].join(" ");
}

/** Notes that a test says besides. */
const NOTED: readonly DetailKey[] = ["hoursSkipped", "capIgnored"];

/** Returns the fields of a detail's data; none of what is no object. */
export function rawFields(raw: string | undefined): Readonly<Record<string, unknown>> {
  if (raw === undefined) return {};
  try {
    return { ...Object(JSON.parse(raw)) };
  } catch {
    return {};
  }
}
