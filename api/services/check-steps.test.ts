import { expect, test } from "vitest";
import type { StepMetadata } from "#contract/step-metadata.ts";
import type { StepInput } from "#contract/steps.ts";
import { checkSteps } from "./check-steps.ts";

function aDigest(metadata: StepMetadata): StepInput {
  const template = { type: "digest", content: "" };
  const step = {
    template,
    metadata,
    active: true,
    filters: [],
    shouldStopOnFail: false,
    replyCallback: {},
    variants: [],
  };
  return step as object as StepInput;
}

const cron = (cronExpression: string) => aDigest({ type: "timed", timed: { cronExpression } });

test("a digest's schedule is checked when its workflow is saved", () => {
  expect(checkSteps([cron("0 9 * * 1")])[0]?.metadata).toEqual({
    type: "timed",
    timed: { cronExpression: "0 9 * * 1" },
  });
  const steps = [
    cron("0 9 * * 1"),
    cron("0 0 30 2 *"),
    cron("tomorrow"),
    cron("0 0 1 1 *"),
    aDigest({ type: "timed", amount: 5, unit: "months", timed: { atTime: "09:00", monthDays: [31] } }),
  ];
  const issues = [
    /^steps\.1\.metadata\.timed\.cronExpression never fires: choose a day that exists$/,
    /^steps\.2\.metadata\.timed\.cronExpression must be a cron expression of five fields, or of six with seconds first/,
    /^steps\.3\.metadata\.timed\.cronExpression lets 36\d days pass between two fires; a digest may last 180 days at most/,
    /^steps\.4\.metadata\.timed\.monthDays lets \d+ days pass until such a day; a digest may last 180 days at most/,
  ];
  expect(() => checkSteps(steps)).toThrow(
    expect.objectContaining({ code: "invalid_input", messages: issues.map((issue) => expect.stringMatching(issue)) }),
  );
});

test("the templates in the payload of a trigger step are checked when its workflow is saved", () => {
  const starting = (payload: Record<string, unknown>) => ({
    ...aDigest({ type: "trigger", workflowId: "other", payload }),
    template: { type: "trigger", content: "" } as const,
  });
  const good = { text: "{{ subscriber.firstName }}", list: ["{{ payload.items }}", 1] };
  expect(checkSteps([starting(good)])[0]?.metadata).toMatchObject({ payload: good });
  expect(() => checkSteps([starting({ list: ["{% if %}"] })])).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      messages: [expect.stringMatching(/^steps\.0\.metadata\.payload is not a valid template\. /)],
    }),
  );
});
