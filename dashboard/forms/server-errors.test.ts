import { expect, test, vi } from "vitest";
import { BelfryError } from "#client/client.ts";
import { setServerErrors } from "./server-errors.ts";

const FIELDS = { to: "subscriberId", tenant: "tenant" };

function errorsOf(error: unknown) {
  const setError = vi.fn();
  setServerErrors(error, setError, FIELDS);
  return setError.mock.calls.map(([field, { message }]) => [field, message]);
}

test("each issue is shown at the field that it names, and the rest at the form", () => {
  const problems = [
    "to must be a string",
    "tenant.identifier should not be empty",
    "overrides must be an object",
    "Payload is too large.",
  ];
  const error = new BelfryError(400, problems.join("; "), { problems });
  expect(errorsOf(error)).toEqual([
    ["subscriberId", "must be a string"],
    ["tenant", "should not be empty"],
    ["root.server", "overrides must be an object. Payload is too large."],
  ]);
});

test("an issue below a field is shown at its own place, where the form has one there", () => {
  const problems = ["steps.0.controlValues.body is missing", "steps[1].name is too long", "steps must not be empty"];
  const setError = vi.fn();
  setServerErrors(new BelfryError(400, "", { problems }), setError, { "steps.*": "draft.steps", steps: "count" });
  expect(setError.mock.calls.map(([field]) => field)).toEqual([
    "draft.steps.0.controlValues.body",
    "draft.steps.1.name",
    "count",
  ]);
});

test("no field is taken from the names that every object has", () => {
  expect(errorsOf(new BelfryError(400, "constructor is not allowed"))).toEqual([
    ["root.server", "constructor is not allowed"],
  ]);
});

test("an error without an answer of the server is shown at the form", () => {
  expect(errorsOf(new TypeError("boom"))).toEqual([["root.server", "boom"]]);
});
