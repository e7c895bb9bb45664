import { expect, test } from "vitest";
import { aJob, aRun } from "#dashboard/testing/fixtures.ts";
import { eventOf } from "./event-of.ts";

test("the event of a run has its recipient, its payload, and what else it was triggered with", () => {
  const jobs = [aJob("completed", { tenant: { identifier: "acme" }, actorId: "grace" })];
  expect(eventOf(aRun({ jobs, payload: { order: 1 }, overrides: {} }))).toEqual({
    name: "order-shipped",
    to: { subscriberId: "ada" },
    payload: { order: 1 },
    tenant: { identifier: "acme" },
    actor: { subscriberId: "grace" },
  });
});

test("an event cannot be repeated whose workflow or subscriber was deleted", () => {
  const { template: _template, ...deleted } = aRun();
  expect(eventOf(deleted)).toBeUndefined();
});
