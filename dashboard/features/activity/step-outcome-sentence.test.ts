import { expect, test } from "vitest";
import { DETAILS, deferredUntil } from "#contract/constants/details.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { DEFAULT_BRANCH } from "./branch-names.ts";
import { DETAIL_SENTENCES, type DetailKey } from "./detail-sentences.ts";
import { stepOutcomeSentence } from "./step-outcome-sentence.ts";

const MOMENT = "2026-11-27T14:30:00.000Z";

type Detail = ActivityJob["executionDetails"][number];

const aDetail = (detail: string, raw?: object, rest: Partial<Detail> = {}): Detail => ({
  _id: detail,
  id: detail,
  _jobId: "j",
  status: "Pending",
  source: "Internal",
  detail,
  isTest: false,
  isRetry: false,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  ...(raw && { raw: JSON.stringify(raw) }),
  ...rest,
});

const said = (
  type: ActivityJob["type"],
  status: ActivityJob["status"],
  details: Detail[],
  more: Partial<Pick<ActivityJob, "dueAt" | "reason">> = {},
) => stepOutcomeSentence({ type, status, executionDetails: details, ...more }, "Ada");

test.each(Object.keys(DETAILS) as DetailKey[])("the fact %s has a sentence in words", (key) => {
  for (const type of ["email", "in_app", "sms", "chat", "push", "digest", "delay", "http"] as const) {
    for (const raw of [{}, { error: "Why.", message: "Why", limit: 1, total_count: 2, delay: 1_000, until: MOMENT }]) {
      const sentence = DETAIL_SENTENCES[key].say({ type, who: "Ada", raw, branches: new Map() });
      expect(sentence).toMatch(/^[A-Z].*[^.]\.$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object| {2}|_/);
    }
  }
});

test("no fact is missing, and none is left that there is no more", () => {
  expect(Object.keys(DETAIL_SENTENCES).sort()).toEqual(Object.keys(DETAILS).sort());
});

const condition = (actual: string) => ({
  filter: "Payload",
  field: "total",
  operator: "LARGER",
  expected: "10",
  actual,
  passed: false,
});

test.each([
  [
    "Skipped: Ada turned Email off for this workflow.",
    said("email", "canceled", [
      aDetail(DETAILS.filteredBySubscriberWorkflow),
      aDetail(DETAILS.stepFiltered, { filter: { conditions: [], passed: true }, preferences: { passed: false } }),
    ]),
  ],
  [
    "Condition does not pass: payload.total is 3, must be larger than 10.",
    said("email", "canceled", [
      aDetail(DETAILS.stepFiltered, { filter: { conditions: [condition("3")], passed: false } }),
    ]),
  ],
  [
    "Condition does not pass: payload.total is not there, must be larger than 10.",
    said("email", "canceled", [
      aDetail(DETAILS.stepFiltered, { filter: { conditions: [condition("")], passed: false } }),
    ]),
  ],
  [
    "Would send by SendGrid to ada@example.com.",
    said("email", "completed", [
      aDetail(DETAILS.integrationSelected),
      aDetail(DETAILS.wouldBeSent, { integration: "SendGrid", to: "ada@example.com" }),
    ]),
  ],
  [
    "Would appear in the inbox of Ada.",
    said("in_app", "completed", [aDetail(DETAILS.wouldBeSent, { channel: "in_app" })]),
  ],
  [
    "Sent by fcm to Ada.",
    said("push", "completed", [aDetail(`${DETAILS.messageSent}: fcm`, {}, { providerId: "fcm" })]),
  ],
  ["Collected 2 events.", said("digest", "completed", [aDetail(DETAILS.digestTriggered, { total_count: 2 })])],
  [
    "Would wait 1 hour; skipped in this test.",
    said("delay", "completed", [aDetail(DETAILS.waitSkipped, { delay: 3_600_000 }), aDetail(DETAILS.delayFinished)]),
  ],
  [
    "Not taken: the run follows another branch.",
    said("sms", "canceled", [aDetail(DETAILS.stepFiltered, { branch: { ran: "b", belongsTo: "a" } })]),
  ],
  [
    "Would send POST api.example.com. A dry test does not call it.",
    said("http", "skipped", [aDetail(DETAILS.requestNotSent, { request: "POST api.example.com" })]),
  ],
  ["Skipped: Ada has no email address.", said("email", "failed", [aDetail(DETAILS.missingRecipient)])],
  [
    "Would send by SMTP to a@b.c. Would wait for the hours of Ada; skipped in this test.",
    said("email", "completed", [
      aDetail(DETAILS.hoursSkipped),
      aDetail(DETAILS.wouldBeSent, { integration: "SMTP", to: "a@b.c" }),
    ]),
  ],
  ["Not reached yet.", said("email", "pending", [aDetail(DETAILS.stepCreated)])],
  // What came before a resume decides nothing.
  ["In progress.", said("email", "running", [aDetail(DETAILS.webhookRetry), aDetail(DETAILS.stepResumed)])],
  [
    "The sentence of the server.",
    said("custom", "completed", [], { reason: { code: "passed", text: "The sentence of the server" } }),
  ],
])("says: %s", (sentence, found) => {
  expect(found).toBe(sentence);
});

test("branches are called by their names, and the default one says which condition another one lacks", () => {
  const branches = new Map([
    ["big", "Large orders"],
    ["rest", DEFAULT_BRANCH],
  ]);
  const sentence = (status: ActivityJob["status"], detail: Detail) =>
    stepOutcomeSentence({ type: "branch", status, executionDetails: [detail] }, "Ada", branches);
  expect(sentence("completed", aDetail(DETAILS.branchChosen, { branchId: "big", conditions: [] }))).toBe(
    "Follows Large orders.",
  );
  expect(sentence("completed", aDetail(DETAILS.branchChosen, { branchId: "rest", conditions: [condition("3")] }))).toBe(
    "Follows the default branch: payload.total is 3, must be larger than 10.",
  );
  expect(sentence("canceled", aDetail(DETAILS.stepFiltered, { branch: { ran: "big", belongsTo: "rest" } }))).toBe(
    "Not taken: the run follows Large orders.",
  );
});

test("a step that waits says until when", () => {
  expect(said("delay", "delayed", [aDetail(DETAILS.stepDelayed)], { dueAt: MOMENT })).toMatch(
    /^Waits until 27 Nov, \d\d:\d\d\.$/,
  );
  expect(said("email", "delayed", [aDetail(deferredUntil(new Date(MOMENT)))], { dueAt: MOMENT })).toMatch(
    /^Waits for the hours of Ada, until 27 Nov, \d\d:\d\d\.$/,
  );
});
