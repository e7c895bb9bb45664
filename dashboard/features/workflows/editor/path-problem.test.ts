import { expect, test } from "vitest";
import { pathProblems } from "./path-problem.ts";

const text = { type: "string" };
const byUse = (name: string) => ({ type: "string", default: `{{${name}}}` });
const schema = (payload: object, additionalProperties: boolean) => ({
  type: "object",
  properties: { payload: { type: "object", properties: payload, additionalProperties } },
});

test.each([
  ["payload.ordrId", "payload.ordrId is not known. Did you mean payload.orderId?"],
  ["ordrId", "payload.ordrId is not known. Did you mean payload.orderId?"],
  ["payload.orderId", undefined],
  ["orderId", undefined],
  ["payload.", undefined],
  ["", undefined],
  ["payload.something", undefined],
])("the path %j: %s", (path, message) => {
  // The API has the path itself among the variables, as the step uses it.
  const schemas = [schema({ orderId: text, ordrId: byUse("payload.ordrId") }, true)];
  expect(pathProblems(path, schemas)[0]?.message).toBe(message);
});

test("a payload that has no other fields has no others", () => {
  expect(pathProblems("payload.total", [schema({ orderId: text }, false)])[0]?.message).toBe(
    "payload.total is not known.",
  );
});

test("what events brought is known", () => {
  const seen = schema({ total: { type: "number" } }, true);
  expect(pathProblems("payload.total", [schema({ orderId: text }, false), seen])).toEqual([]);
});
