import { expect, test } from "vitest";
import { aStep, aTrigger, aWorkflow } from "../../testing/fixtures.ts";
import { exampleEvent } from "./trigger-example.ts";

const NOW = Date.parse("2026-01-05T09:00:00.000Z");

test("an example event has a value of the right kind for every required variable", () => {
  const workflow = aWorkflow({
    triggers: [
      aTrigger({
        variables: [
          { name: "items.name", type: "String" },
          { name: "items", type: "Array" },
          { name: "order.number", type: "String" },
          { name: "order.express", type: "Boolean" },
        ],
      }),
    ],
  });
  expect(exampleEvent(workflow, NOW).payload).toEqual({
    items: [{ name: "name" }],
    order: { number: "number", express: true },
  });
});

test("addresses, tenant and actor are named when the templates use them", () => {
  const workflow = aWorkflow({
    triggers: [
      aTrigger({
        subscriberVariables: [{ name: "email" }, { name: "phone" }],
        reservedVariables: [
          { type: "tenant", variables: [] },
          { type: "actor", variables: [] },
        ],
      }),
    ],
  });
  expect(exampleEvent(workflow, NOW)).toMatchObject({
    to: { email: expect.any(String), phone: expect.any(String) },
    tenant: { identifier: expect.any(String) },
    actor: { subscriberId: expect.any(String) },
  });
  expect(Object.keys(exampleEvent(aWorkflow(), NOW))).toEqual(["name", "to", "payload"]);
});

test("the moment of a scheduled delay lies ahead", () => {
  const workflow = aWorkflow({
    triggers: [aTrigger({ variables: [{ name: "sendAt", type: "String" }] })],
    steps: [aStep({ type: "delay" }, { metadata: { type: "scheduled", delayPath: "sendAt" } })],
  });
  expect(exampleEvent(workflow, NOW).payload).toEqual({ sendAt: "2026-01-05T10:00:00.000Z" });
});
