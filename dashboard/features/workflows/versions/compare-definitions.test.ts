import { expect, test } from "vitest";
import { aStepV2 } from "#dashboard/testing/workflow-v2.ts";
import { editedStepOf } from "../editor/definition.ts";
import { type ComparedDefinition, compareDefinitions, isNoDifference } from "./compare-definitions.ts";

const bell = aStepV2({ _id: "bell", name: "Bell" });
const mail = aStepV2({ _id: "mail", stepId: "mail", name: "Mail", type: "email", controlValues: { subject: "Hello" } });
const delay = (amount: number) =>
  aStepV2({ _id: "wait", stepId: "wait", name: "Wait", type: "delay", controlValues: { amount, unit: "hours" } });

const of = (steps: (typeof bell)[], change: Partial<ComparedDefinition> = {}): ComparedDefinition => ({
  steps: steps.map((step) => editedStepOf(step)),
  payloadSchema: null,
  validatePayload: false,
  ...change,
});

test("a field of the content has its name from the form of its step, and both texts", () => {
  const push = (subject: string) => aStepV2({ type: "push", controlValues: { subject } });
  const { steps } = compareDefinitions(of([push("One")]), of([push("Two")]));
  expect(steps).toMatchObject([{ kind: "changed", fields: [{ label: "Title", before: "One", after: "Two" }] }]);
});

test("a step that waits is compared in words too", () => {
  const { steps } = compareDefinitions(of([delay(1)]), of([delay(2)]));
  expect(steps[0]?.fields).toEqual([
    { label: "In words", before: "Waits 1 hour", after: "Waits 2 hours" },
    { label: "Amount", before: "1", after: "2" },
  ]);
});

test("steps are matched by their ids: one is added, one removed, and the others may have another order", () => {
  const { steps, order } = compareDefinitions(of([bell, delay(1), mail]), of([mail, bell]));
  expect(steps).toMatchObject([{ kind: "removed", step: { name: "Wait" } }]);
  expect(order).toEqual({ label: "Order of the steps", before: "Bell\nMail", after: "Mail\nBell" });
  expect(compareDefinitions(of([bell]), of([bell, mail])).steps).toMatchObject([
    { kind: "added", step: { name: "Mail" }, fields: [{ label: "Subject", before: "", after: "Hello" }] },
  ]);
});

test("a step whose id one side does not know yet is the same by its identifier", () => {
  const made = { ...editedStepOf(mail), key: "new-1" };
  const other = { ...of([]), steps: [made] };
  expect(isNoDifference(compareDefinitions(of([mail]), other))).toBe(true);
});

test("a button is its text and its address, and other objects are what they are", () => {
  const made = (values: object) => of([aStepV2({ controlValues: { ...values } })]);
  const button = { label: "Follow", redirect: { url: "/orders", target: "_self" } };
  const { steps } = compareDefinitions(
    made({}),
    made({ primaryAction: button, redirect: { url: "/a" }, data: { a: 1 } }),
  );
  expect(steps[0]?.fields).toEqual([
    { label: "Primary action", before: "", after: "Follow, opens /orders" },
    { label: "Redirect URL", before: "", after: "/a" },
    { label: "Data", before: "", after: '{\n  "a": 1\n}' },
  ]);
});

test("settings are said in words: conditions, hours, and what is on or off", () => {
  const changed = aStepV2({
    _id: "bell",
    name: "Bell",
    active: false,
    outsideHours: "drop",
    filters: [{ value: "AND", children: [{ on: "payload", field: "total", operator: "LARGER", value: "100" }] }],
  });
  const { steps } = compareDefinitions(of([bell]), of([changed]));
  expect(steps[0]?.fields).toEqual([
    { label: "Step status", before: "On", after: "Off" },
    { label: "Conditions", before: "", after: "payload.total is larger than 100" },
    { label: "Outside the subscriber's hours", before: "Sent when they begin", after: "Not sent" },
  ]);
});

test("the payload schema, and whether it refuses events, are compared beside the steps", () => {
  const { fields } = compareDefinitions(of([]), of([], { payloadSchema: { type: "object" }, validatePayload: true }));
  expect(fields.map(({ label }) => label)).toEqual([
    "Payload schema",
    "Refuse events with a payload that does not match the schema",
  ]);
});
