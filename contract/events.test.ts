import { expect, test } from "vitest";
import { TriggerEvent } from "./events.ts";

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
  [{ transactionId: "a\0" }, "transactionId", noNul],
  [{ name: "\0" }, "name", noNul],
  [{ tenant: tooLong }, "tenant", atMost],
  [{ tenant: { identifier: tooLong } }, "tenant.identifier", atMost],
  [{ tenant: { identifier: "a\0" } }, "tenant.identifier", noNul],
  [{ actor: tooLong }, "actor", atMost],
  [{ actor: { subscriberId: tooLong } }, "actor.subscriberId", atMost],
])("%j is refused with the field's name", (fields, path, message) => {
  expect(issuesOf(fields)).toEqual([[path, message]]);
});

test("recipients are not checked here, whatever their length", () => {
  expect(issuesOf({ to: ["a".repeat(6_000), { subscriberId: tooLong }] })).toBeUndefined();
});
