import fc from "fast-check";
import { expect, test } from "vitest";
import { DATA_COLUMNS, DATA_KINDS } from "#contract/constants/imports.ts";
import { linesOf } from "./lines.ts";

const problemsOf = (kind: (typeof DATA_KINDS)[number], record: Record<string, unknown>) =>
  linesOf(kind, [{ line: 1, record }]).problems.map(({ field, message }) => [field, message]);

test.each<[(typeof DATA_KINDS)[number], Record<string, unknown>, [string, RegExp]]>([
  ["subscribers", {}, ["subscriberId", /^is missing: fill it in/]],
  ["subscribers", { subscriberId: 7 }, ["subscriberId", /^must be a string$/]],
  ["subscribers", { subscriberId: "ada", data: "pro" }, ["data", /^must be an object$/]],
  ["topics", { topicKey: "a", name: ["b"] }, ["name", /^must be a string$/]],
  ["preferences", { subscriberId: "ada", email: "maybe" }, ["email", /^must be true or false$/]],
  [
    "preferences",
    { subscriberId: "ada", schedule: { isEnabled: "yes" } },
    ["schedule.isEnabled", /^must be a boolean/],
  ],
])("a line of %s with %j has a problem with a remedy", (kind, record, [field, message]) => {
  expect(problemsOf(kind, record)).toEqual([[field, expect.stringMatching(message)]]);
});

test("whatever stands in a line, its problem is in our words", () => {
  const value = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.constant("x".repeat(20_000)),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.dictionary(
      fc.constantFrom("isEnabled", "weeklySchedule", "channels", "monday", "x"),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  );
  const lines = fc
    .constantFrom(...DATA_KINDS)
    .chain((kind) => fc.tuple(fc.constant(kind), fc.dictionary(fc.constantFrom(...DATA_COLUMNS[kind]), value)));
  fc.assert(
    fc.property(lines, ([kind, record]) => {
      for (const [, message] of problemsOf(kind, record)) {
        expect(message).not.toMatch(
          /invalid input|expected|received|too (?:small|big)|unrecognized|invalid (?:option|string)/i,
        );
      }
    }),
    { numRuns: 500 },
  );
});
