import { expect, test } from "vitest";
import { TriggerOverrides } from "#contract/events.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { unknownOverrides } from "./unknown-overrides.ts";

// Only what names a step is read of it.
const aStep = (type: StepRow["type"], stepId: string, uuid: string | null = null, metadata: object = {}) =>
  ({ type, stepId, uuid, metadata }) as StepRow;
const steps = [aStep("email", "id-1", "welcome-mail"), aStep("sms", "id-2"), aStep("delay", "id-3")];
const problems = (overrides: object) => unknownOverrides(TriggerOverrides.parse(overrides), steps);

test.each<[object, Record<string, string>]>([
  [{ emial: { from: "a@example.org" } }, { emial: "is neither a channel nor a provider" }],
  [{ providers: { sendgird: { a: 1 } } }, { "providers.sendgird": "is no provider" }],
  [{ channels: { mail: { layoutId: "a" } } }, { "channels.mail": "is no channel" }],
  [{ steps: { "welcome-male": { layoutId: "a" } } }, { "steps.welcome-male": "is no active step" }],
  [{ steps: { "id-2": { layoutId: "a" } } }, { "steps.id-2.layoutId": "is used by email steps only" }],
  [
    { steps: { "id-1": { providers: { twilio: { a: 1 } } } } },
    { "steps.id-1.providers.twilio": "is no provider of this step, which is of type email" },
  ],
  [{ steps: { "id-1": { providers: { nobody: { a: 1 } } } } }, { "steps.id-1.providers.nobody": "is no provider:" }],
  [{ delay: { amount: "5", unit: "hours" } }, { delay: "needs an amount that is a number from 0" }],
  [{ delay: { amount: 5, unit: "eons" } }, { delay: "needs a unit, one of seconds" }],
  [{ delay: { unit: "hours" } }, { delay: "needs an amount" }],
])("what is used nowhere is named with a remedy: %j", (overrides, expected) => {
  const found = problems(overrides);
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  for (const [path, problem] of Object.entries(expected)) expect(found[path]).toContain(problem);
});

test("a delay that no step follows is named", () => {
  const overrides = TriggerOverrides.parse({ delay: { amount: 5, unit: "hours" } });
  const scheduled = aStep("delay", "id-3", null, { type: "scheduled", delayPath: "at" });
  const timed = aStep("delay", "id-3", null, { type: "timed", amount: 1, unit: "days", timed: { atTime: "09:00" } });
  for (const others of [[], [aStep("email", "id-1")], [scheduled, timed]]) {
    expect(unknownOverrides(overrides, others)).toEqual({ delay: expect.stringContaining("is used by no step") });
  }
  const digest = aStep("digest", "id-4", null, { type: "regular", amount: 1, unit: "days" });
  expect(unknownOverrides(overrides, [scheduled, digest])).toEqual({});
});

test.each<object>([
  {},
  { email: { subject: "Hi" }, in_app: {}, sendgrid: { a: 1 }, "novu-email": { a: 1 }, severity: "high" },
  { layoutIdentifier: "a", delay: { amount: 5, unit: "hours" }, providers: { fcm: { a: 1 }, belfry: { a: 1 } } },
  { steps: { "welcome-mail": { layoutId: "a", providers: { nodemailer: { a: 1 } } }, "id-2": {} } },
  { steps: { gone: {} }, providers: { nobody: {} }, channels: { email: { layoutId: "a" }, nothing: {} }, delay: {} },
])("what is used, or says nothing, is no problem: %j", (overrides) => {
  expect(problems(overrides)).toEqual({});
});
