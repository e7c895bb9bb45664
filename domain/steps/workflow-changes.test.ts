import { expect, test } from "vitest";
import { describeChanges } from "./workflow-changes.ts";

const step = (stepId: string, change: object = {}) => ({
  stepId,
  type: "email",
  name: stepId,
  active: true,
  controls: null,
  template: { type: "email", subject: "Hello", content: "text" },
  metadata: null,
  filters: [],
  ...change,
});
const version = (steps: ReturnType<typeof step>[], change: object = {}) => ({
  steps,
  payloadSchema: null,
  validatePayload: false,
  ...change,
});

const one = version([step("Mail"), step("Bell"), step("Call")]);

test.each([
  ["the first version", undefined, version([step("Mail")]), ["Created with one step"]],
  ["nothing", one, one, []],
  ["a step that was added", one, version([...one.steps, step("Push")]), ["Added Push"]],
  ["a step that was removed", one, version(one.steps.slice(1)), ["Removed Mail"]],
  ["another order", one, version([...one.steps].reverse()), ["Changed the order of the steps"]],
  [
    "content of a template",
    one,
    version([step("Mail", { template: { type: "email", subject: "Hi", content: "words" } }), ...one.steps.slice(1)]),
    ["Changed subject and content of Mail"],
  ],
  [
    "control values, and not what is made from them",
    version([step("Mail", { controls: { body: "a", editorType: "html" } })]),
    version([
      step("Mail", { controls: { body: "b", editorType: "block", subject: "c" }, template: { type: "email" } }),
    ]),
    ["Changed body, editor type and subject of Mail"],
  ],
  [
    "the layout of an email",
    version([step("Mail", { controls: { body: "a", layoutId: "brand" } })]),
    version([step("Mail", { controls: { body: "a" } })]),
    ["Changed layout of Mail"],
  ],
  [
    "a name, a switch and conditions",
    version([step("Mail")]),
    version([step("Mail", { name: "Letter", active: false, filters: [{ value: "AND" }] })]),
    ["Renamed Mail to Letter", "Switched Letter off", "Changed conditions of Letter"],
  ],
  [
    "the length of a wait, before and after",
    version([step("Wait", { type: "delay", controls: { type: "regular", amount: 1, unit: "hours" } })]),
    version([step("Wait", { type: "delay", controls: { type: "regular", amount: 30, unit: "minutes" } })]),
    ["Wait: 1 hour → 30 minutes"],
  ],
  [
    "a length that is new",
    version([step("Wait", { type: "delay", controls: { type: "regular" } })]),
    version([step("Wait", { type: "delay", controls: { type: "regular", amount: 30, unit: "minutes" } })]),
    ["Changed amount and unit of Wait"],
  ],
  [
    "a step without a name",
    version([step("Mail", { name: null, type: "in_app" })]),
    version([]),
    ["Removed the in-app step"],
  ],
  [
    "payloads",
    version([]),
    version([], { payloadSchema: { type: "object" }, validatePayload: true }),
    ["Changed the payload schema", "Payloads are checked now"],
  ],
])("says what was changed: %s", (_what, before, after, sentences) => {
  expect(describeChanges(before, after)).toEqual(sentences);
});
