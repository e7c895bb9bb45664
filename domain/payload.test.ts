import { expect, test } from "vitest";
import type { TemplateVariable } from "#contract/workflows/templates.ts";
import { DomainError } from "./errors.ts";
import { completePayload, missingPayloadKeys, type StepNeeds, withDefaults } from "./payload.ts";

const step = (...variables: TemplateVariable[]): StepNeeds => ({
  metadata: {},
  template: { variables },
});
const required = (name: string, type: TemplateVariable["type"]): TemplateVariable => ({ name, type, required: true });
const fallback = (name: string, defaultValue: string | boolean): TemplateVariable => ({
  name,
  type: "String",
  defaultValue,
});
const scheduled = (delayPath: string): StepNeeds => ({
  metadata: { type: "scheduled", delayPath },
  template: {},
});

const kinds = [required("name", "String"), required("list", "Array"), required("flag", "Boolean")];

test("what is missing is listed for all steps, in step order, with the kind of each", () => {
  expect(missingPayloadKeys({}, [step(...kinds), scheduled("sendAt"), step(required("user.city", "String"))])).toEqual([
    "name (Value)",
    "list (Array)",
    "flag (Boolean)",
    "sendAt (ISO Date)",
    "user.city (Value)",
  ]);
});

test("a name that two steps need is listed once", () => {
  expect(missingPayloadKeys({}, [step(required("name", "String")), step(required("name", "String"))])).toHaveLength(1);
});

test.each<[TemplateVariable["type"], unknown, boolean]>([
  ["String", "", true],
  ["String", "Ann", true],
  ["String", 0, true],
  ["String", true, false],
  ["String", null, false],
  ["String", {}, false],
  ["Array", [], true],
  ["Array", "a,b", false],
  ["Array", { length: 0 }, false],
  ["Boolean", true, true],
  ["Boolean", false, true],
  ["Boolean", "true", false],
  ["Boolean", 1, false],
])("a required %s given as %j is accepted: %j", (type, value, accepted) => {
  expect(missingPayloadKeys({ it: value }, [step(required("it", type))])).toHaveLength(accepted ? 0 : 1);
});

test("dotted names are looked up inside the payload", () => {
  expect(missingPayloadKeys({ user: { city: "Rome" } }, [step(required("user.city", "String"))])).toEqual([]);
});

test.each(["subscriber.firstName", "step.total_count", "branding.logo", "tenant.name", "preheader", "actor.email"])(
  "%s is never asked of the caller",
  (name) => {
    expect(missingPayloadKeys({}, [step(required(name, "String"))])).toEqual([]);
  },
);

test.each<[unknown, boolean]>([
  ["2030-01-31T09:30:00.000Z", true],
  ["1999-01-01T00:00:00.000Z", true],
  ["2030-01-31T09:30:00Z", false],
  ["2030-02-31T09:30:00.000Z", false],
  ["20-09-2025", false],
  ["2030-01-31", false],
  [1_900_000_000_000, false],
  [undefined, false],
])("the date of a scheduled delay may be %j: %j", (sendAt, accepted) => {
  expect(missingPayloadKeys({ sendAt }, [scheduled("sendAt")])).toEqual(accepted ? [] : ["sendAt (ISO Date)"]);
});

test("the date of a scheduled delay may stand at a dotted path", () => {
  expect(missingPayloadKeys({ meeting: { at: "2030-01-31T09:30:00.000Z" } }, [scheduled("meeting.at")])).toEqual([]);
});

test("the refusal names everything at once", () => {
  const refuse = () => completePayload({}, [step(...kinds)]);
  expect(refuse).toThrow(DomainError);
  expect(refuse).toThrow("payload is missing required key(s) and type(s): name (Value), list (Array), flag (Boolean)");
});

test("a default does not stand in for a required value", () => {
  expect(() => completePayload({}, [step({ ...required("name", "String"), defaultValue: "you" })])).toThrow(
    "name (Value)",
  );
});

test("defaults of all steps are merged under the payload, the earlier step first", () => {
  const steps = [
    step(fallback("greeting", "Hi"), fallback("user.city", "Rome")),
    step(fallback("greeting", "Yo"), fallback("x", "1")),
  ];
  expect(withDefaults({ user: { name: "Ann" } }, steps)).toEqual({
    greeting: "Hi",
    user: { name: "Ann", city: "Rome" },
    x: "1",
  });
});

test.each<[string, Record<string, unknown>]>([
  ["a value", { name: "Ann" }],
  ["an empty text", { name: "" }],
  ["false", { name: false }],
  ["null", { name: null }],
])("%s in the payload beats the default", (_, payload) => {
  expect(withDefaults(payload, [step(fallback("name", "you"))])).toEqual(payload);
});

test("an empty text is no default, false is one", () => {
  expect(withDefaults({}, [step(fallback("a", ""), fallback("b", false))])).toEqual({ b: false });
});

test("a default never replaces a payload value that stands in its way, nor changes the caller's object", () => {
  const payload = { user: "Ann" };
  expect(withDefaults(payload, [step(fallback("user.name", "x"), fallback("y", "z"))])).toEqual({
    user: "Ann",
    y: "z",
  });
  expect(payload).toEqual({ user: "Ann" });
});

test("steps without variables need nothing", () => {
  expect(completePayload({ a: 1 }, [{ metadata: {}, template: {} }])).toEqual({ a: 1 });
});
