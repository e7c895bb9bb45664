import { expect, test } from "vitest";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { StepInput } from "#contract/workflows/steps.ts";
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
    // No plan limits how long a digest collects, but its moments have to be moments.
    cron("0 0 1 1 *"),
    aDigest({ type: "timed", amount: 5, unit: "months", timed: { atTime: "09:00", monthDays: [31] } }),
    aDigest({ type: "regular", amount: 130, unit: "months" }),
  ];
  const issues = [
    /^steps\.1\.metadata\.timed\.cronExpression never fires: choose a day that exists$/,
    /^steps\.2\.metadata\.timed\.cronExpression must be a cron expression of five fields, or of six with seconds first/,
    /^steps\.5\.metadata\.amount is 130 months; a digest may last 3650 days at most: enter a shorter time$/,
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
  expect(checkSteps([starting({ name: "{{uppercase name}}" })])[0]?.metadata).toMatchObject({
    payload: { name: "{{ name | uppercase }}" },
  });
  expect(checkSteps([starting(good)])[0]?.metadata).toMatchObject({ payload: good });
  expect(() => checkSteps([starting({ list: ["{% if %}"] })])).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      messages: [expect.stringMatching(/^steps\.0\.metadata\.payload\.list\.0 is not a valid template\. /)],
    }),
  );
});
/** Steps as a request gives them. */
const parsed = (...steps: object[]): StepInput[] => steps.map((step) => StepInput.parse(step));
const when = (part: object) => [{ value: "AND", children: [part] }];
const choosing = (uuid: string, ids: string[], defaultBranchId: string, step: object = {}) => ({
  uuid,
  template: { type: "branch" },
  ...step,
  metadata: {
    branches: ids.map((branchId) => ({
      branchId,
      filters: when({ on: "payload", field: "a", value: "{{ payload.b }}" }),
    })),
    defaultBranchId,
  },
});
const inApp = (step: object) => ({ template: { type: "in_app", content: "x" }, ...step });

test("branches and results that steps name have to be those of earlier steps", () => {
  const result = (step?: string) => when({ on: "stepResult", step, field: "branchId", operator: "EQUAL", value: "a" });
  const steps = parsed(
    inApp({ branchId: "a" }),
    choosing("plan", ["a", "b"], "c"),
    inApp({ branchId: "c", filters: result("plan") }),
    choosing("size", ["a"], "d", { branchId: "b", active: false, filters: result("plan") }),
    inApp({ branchId: "nowhere", filters: result("nothing") }),
    inApp({ branchId: "d", filters: result() }),
  );
  const name = "name the uuid of an earlier step that waits for an event, sends an HTTP request or chooses a branch";
  expect(() => checkSteps(steps)).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      messages: [
        "steps.3.metadata.branches.0.branchId a is given twice: every branch of a workflow needs an id of its own",
        "steps.0.branchId a is no branch of an earlier step: move the step behind the branch step",
        "steps.3.filters must be empty: a branch step has its conditions in metadata.branches",
        "steps.4.branchId nowhere is no branch of an earlier step: name one of metadata.branches, or the metadata.defaultBranchId, of an earlier branch step",
        `steps.4.filters ask for the result of the step nothing: ${name}`,
        "steps.5.active must be false, as its branch step is switched off: nothing chooses its branch",
        `steps.5.filters ask for the result of the step : ${name}`,
      ],
    }),
  );
});

test("templates in requests and in conditions of branches are checked, and translated from Handlebars", () => {
  const request = {
    template: { type: "http" },
    metadata: {
      method: "POST",
      url: "https://example.com/{{#if id}}{{id}}{{/if}}",
      body: { a: ["{{uppercase name}}"] },
    },
  };
  expect(checkSteps(parsed(request))[0]?.metadata).toEqual({
    type: "http",
    method: "POST",
    url: "https://example.com/{% if id %}{{ id }}{% endif %}",
    body: { a: ["{{ name | uppercase }}"] },
  });
  const broken = {
    ...request,
    metadata: {
      method: "POST",
      url: "https://example.com/{{ a",
      headers: { "x-a": "{% if %}" },
      body: { a: ["{{ b | nosuchfilter }}"] },
    },
  };
  const messages = ["url", "headers.x-a", "body.a.0"].map((field) =>
    expect.stringMatching(
      new RegExp(`^steps\\.0\\.metadata\\.${field.replaceAll(".", "\\.")} is not a valid template`),
    ),
  );
  expect(() => checkSteps(parsed(broken))).toThrow(expect.objectContaining({ messages }));
});

test("a wait for an event is limited as a delay is, and only what is sent expires", () => {
  const long = parsed({ template: { type: "wait_for_event" }, metadata: { signal: "a", amount: 200, unit: "days" } });
  expect(() => checkSteps(long)).toThrow(
    "steps.0.metadata.amount is 200 days; a wait for an event may last 180 days at most: enter a shorter time",
  );
  const expiring = {
    template: { type: "delay" },
    metadata: { amount: 1, unit: "days" },
    expiresAfter: { amount: 1, unit: "days" },
  };
  expect(StepInput.safeParse(expiring).error?.issues).toMatchObject([
    { path: ["expiresAfter"], message: "must be left out: only steps that send a message or a request expire" },
  ]);
  const { expiresAfter: _expiry, ...delay } = expiring;
  expect(StepInput.safeParse({ ...delay, integrationIdentifier: "mail" }).error?.issues).toMatchObject([
    {
      path: ["integrationIdentifier"],
      message: "must be left out: only steps that send a message have an integration",
    },
  ]);
});
