import { expect, test } from "vitest";
import { ListAuditLogs } from "./accounts/audit-logs.ts";
import { TriggerEvent } from "./events.ts";
import { SimulateWorkflow } from "./explain.ts";
import { SnoozeNotification } from "./inbox/inbox-notifications.ts";
import { ListActivity } from "./notifications.ts";
import { CreateResumption } from "./resumptions.ts";
import { UpdateSchedule } from "./schedules.ts";
import { RecoverWebhooks } from "./webhooks.ts";

const longest = "a".repeat(255);
const tooLong = `${longest}a`;
const atMost = "must be at most 255 characters";
const noNul = "must not contain the NUL character";

const issuesOf = (fields: object) =>
  TriggerEvent.safeParse({ name: "welcome", to: "ann", ...fields }).error?.issues.map(({ path, message }) => [
    path.join("."),
    message,
  ]);

test("names of 255 characters are taken, also of the widest ones", () => {
  const event = { transactionId: "😀".repeat(127), tenant: longest, actor: { subscriberId: longest } };
  expect(issuesOf(event)).toBeUndefined();
});

test.each([
  [{ transactionId: tooLong }, "transactionId", atMost],
  [{ transactionId: "a\ud83d" }, "transactionId", "must not contain half of a character"],
  [{ transactionId: "a\0" }, "transactionId", noNul],
  [{ name: "\0" }, "name", noNul],
  [{ tenant: tooLong }, "tenant", atMost],
  [{ tenant: { identifier: tooLong } }, "tenant.identifier", atMost],
  [{ tenant: { identifier: "a\0" } }, "tenant.identifier", noNul],
  [{ tenant: { identifier: "a", name: "a\0" } }, "tenant.name", noNul],
  [{ tenant: { identifier: "a", name: tooLong } }, "tenant.name", atMost],
  [{ actor: tooLong }, "actor", atMost],
  [{ actor: { subscriberId: tooLong } }, "actor.subscriberId", atMost],
])("%j is refused with the field's name", (fields, path, message) => {
  expect(issuesOf(fields)).toEqual([[path, message]]);
});

test.each([
  ["0000-01-01T00:00:00Z"],
  ["0001-01-01T00:00:00+14:00"],
  ["9999-12-31T23:59:59-14:00"],
  ["2030-02-31T00:00:00Z"],
  ["2030-01-31"],
])("a moment that cannot be stored is refused: %s", (moment) => {
  expect(issuesOf({ expiresAt: moment })).toEqual([
    ["expiresAt", "must be an ISO date such as 2030-01-31T09:30:00.000Z"],
  ]);
  for (const [schema, given] of [
    [ListActivity, { after: moment }],
    [ListAuditLogs, { to: moment }],
    [SimulateWorkflow, { name: "welcome", before: moment }],
    [RecoverWebhooks, { since: moment }],
    [SnoozeNotification, { snoozeUntil: moment }],
    [UpdateSchedule, { startAt: moment }],
    [CreateResumption, { filter: { from: moment } }],
  ] as const) {
    expect(schema.safeParse(given).success).toBe(false);
  }
});

test("a delay that is no object is refused", () => {
  expect(issuesOf({ overrides: { delay: "5 minutes" } })).toEqual([
    ["overrides.delay", "must be an object with an amount and a unit, such as hours"],
  ]);
});

test("a delay that does not count is accepted", () => {
  for (const delay of [{}, { amount: 5 }, { unit: "days" }, { amount: "5", unit: "eons" }]) {
    expect(issuesOf({ overrides: { delay } })).toBeUndefined();
  }
});

test("of recipients only the lengths of their ids are checked", () => {
  expect(issuesOf({ to: ["not an id!", {}, { subscriberId: 7 }, null] })).toBeUndefined();
  expect(issuesOf({ to: ["ok", { subscriberId: tooLong }, { type: "Topic", topicKey: tooLong }] })).toEqual([
    ["to.1.subscriberId", atMost],
    ["to.2.topicKey", atMost],
  ]);
});

test("a topic may exclude subscribers, and a list that would not exclude whom it names is refused", () => {
  const topic = (exclude: unknown) => ({ to: ["bob", { type: "Topic", topicKey: "all", exclude }] });
  expect(issuesOf(topic(["ann", " bob "]))).toBeUndefined();
  expect(issuesOf(topic(Array.from({ length: 500 }, (_, i) => `s${i}`)))).toBeUndefined();
  expect(issuesOf(topic(Array.from({ length: 501 }, (_, i) => `s${i}`)))).toEqual([
    ["to.1.exclude", "must contain no more than 500 elements"],
  ]);
  expect(issuesOf(topic("ann"))).toEqual([["to.1.exclude", "must be a list of subscriber ids"]]);
  expect(issuesOf(topic(["ann", "b c", tooLong]))).toEqual([
    ["to.1.exclude.1", "must consist of letters, digits, underscores and hyphens"],
    ["to.1.exclude.2", atMost],
  ]);
  expect(issuesOf({ to: { subscriberId: "ann", exclude: ["bob"] } })).toEqual([
    ["to.exclude", "is for topics: leave it out"],
  ]);
});

test.each([
  [{ agentId: "a" }, "agentId"],
  [{ overrides: { email: { attachments: [{ name: "a.txt" }] } } }, "overrides.email.attachments"],
  [{ overrides: { steps: { a: { email: { from: "x" } } } } }, "overrides.steps.a.email"],
])("what is not supported is refused by name and not dropped: %j", (fields, path) => {
  expect(issuesOf(fields)).toEqual([[path, expect.stringMatching(/^is not supported: /)]]);
});

test("what published clients send when they have nothing to say is accepted", () => {
  const harmless = {
    bridgeUrl: "",
    controls: { steps: {} },
    context: {},
    agentId: null,
    unknownField: 1,
    payload: { attachments: [] },
    overrides: { email: { attachments: [] }, layoutIdentifier: "", steps: {}, providers: {}, channels: { email: {} } },
    to: { type: "Topic", topicKey: "all", exclude: [] },
  };
  expect(issuesOf(harmless)).toBeUndefined();
});
