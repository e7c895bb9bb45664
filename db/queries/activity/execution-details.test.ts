import { expect, test } from "vitest";
import { detailsOfRun, triggerJobId } from "./execution-details.ts";

const at = (milliseconds: number) => new Date(Date.UTC(2030, 0, 1) + milliseconds);
const runId = "11111111-1111-4111-8111-111111111111";
const owner = { organizationId: "o", environmentId: "e", expireAt: at(1_000_000) };

const run = {
  ...owner,
  id: runId,
  eventId: "event",
  cohortId: "cohort",
  workflowId: "workflow",
  workflowVersionId: "version",
  subscriberId: "subscriber",
  transactionId: "transaction",
  source: "single" as const,
  isDry: false,
  integrationId: null,
  resumedBy: null,
  position: 0,
  revision: 0,
  dueAt: null,
  stopReason: null,
  digestedRunId: null,
  handled: null,
  createdAt: at(0),
};

const jobId = (position: number) => `22222222-2222-4222-8222-22222222222${position}`;

const job = (position: number, type: "email" | "delay" | "digest", moments: { queued?: number; started?: number }) => ({
  id: jobId(position),
  type,
  position,
  createdAt: at(0),
  queuedAt: moments.queued === undefined ? null : at(moments.queued),
  startedAt: moments.started === undefined ? null : at(moments.started),
});

const detail = (position: number, text: string, milliseconds: number) => ({
  ...owner,
  id: `detail-${text}`,
  runId,
  jobId: position < 0 ? triggerJobId(runId) : jobId(position),
  messageId: null,
  providerId: null,
  detail: text,
  source: "Internal" as const,
  status: "Success" as const,
  isRetry: false,
  raw: null,
  webhookStatus: null,
  createdAt: at(milliseconds),
});

const factsOf = (...given: Parameters<typeof detailsOfRun>) =>
  detailsOfRun(...given).map(({ channel, detail: text }) => `${channel}: ${text}`);

test("a run tells of its event and of each step in order of time", () => {
  const jobs = [job(0, "delay", { queued: 5 }), job(1, "email", { queued: 90, started: 91 })];
  const stored = [detail(0, "Step delayed", 6), detail(0, "Delay is finished", 90), detail(1, "Message sent", 95)];
  expect(factsOf(run, jobs, stored)).toEqual([
    "trigger: Step created",
    "trigger: Step queued",
    "trigger: Start sending message",
    "delay: Step created",
    "email: Step created",
    "delay: Step queued",
    "delay: Step delayed",
    "delay: Delay is finished",
    "email: Step queued",
    "email: Start sending message",
    "email: Message sent",
  ]);
});

test("facts of one instant stand in their natural order", () => {
  const jobs = [job(0, "email", { queued: 0, started: 0 })];
  const stored = [detail(0, "Message created", 0), detail(0, "Message sent", 0), detail(-1, "Topic not found", 0)];
  expect(factsOf(run, jobs, stored)).toEqual([
    "trigger: Step created",
    "trigger: Step queued",
    "trigger: Start sending message",
    "trigger: Topic not found",
    "email: Step created",
    "email: Step queued",
    "email: Start sending message",
    "email: Message created",
    "email: Message sent",
  ]);
});

test("a step that waits never starts sending, and a step whose turn has not come was only created", () => {
  const jobs = [
    job(0, "delay", { queued: 1, started: 2 }),
    job(1, "digest", { queued: 3, started: 4 }),
    job(2, "email", {}),
  ];
  const ofSteps = factsOf(run, jobs, []).filter((text) => !text.startsWith("trigger"));
  expect(ofSteps).toEqual([
    "delay: Step created",
    "digest: Step created",
    "email: Step created",
    "delay: Step queued",
    "digest: Step queued",
    "digest: Start digesting",
  ]);
});

test("a fact without a row has the same id at every reading, its own among all others", () => {
  const jobs = [job(0, "email", { queued: 1, started: 2 })];
  const ids = detailsOfRun(run, jobs, []).map(({ id }) => id);
  expect(detailsOfRun(run, jobs, []).map(({ id }) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(6);
});

test("every fact names its run, job, subscriber, workflow and transaction", () => {
  const [first] = detailsOfRun(run, [], []);
  expect(first).toMatchObject({
    runId,
    jobId: triggerJobId(runId),
    organizationId: "o",
    environmentId: "e",
    workflowId: "workflow",
    subscriberId: "subscriber",
    transactionId: "transaction",
    source: "Internal",
    status: "Pending",
    createdAt: run.createdAt,
  });
});
