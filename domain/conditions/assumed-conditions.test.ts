import fc from "fast-check";
import { expect, test } from "vitest";
import type { Filter } from "#contract/schemas/conditions.ts";
import { withAssumed } from "./assumed-conditions.ts";
import { evaluateFilters } from "./conditions.ts";

const now = new Date("2024-05-04T10:00:00.000Z");
const known = (value: boolean) => ({ on: "payload", field: "yes", operator: "EQUAL", value }) as const;
const UNKNOWN = {
  on: "webhook",
  webhookUrl: "https://a.example",
  field: "ok",
  operator: "EQUAL",
  value: true,
} as const;

const { group } = fc.letrec<{ group: Filter; child: Filter["children"][number] }>((tie) => ({
  group: fc.record(
    {
      isNegated: fc.boolean(),
      value: fc.constantFrom("AND", "OR"),
      children: fc.array(tie("child"), { maxLength: 3 }),
    },
    { requiredKeys: ["children"] },
  ),
  child: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(known(true), known(false), UNKNOWN),
    tie("group") as fc.Arbitrary<Filter>,
  ),
}));

const passes = async (filters: readonly Filter[], answer: boolean) =>
  (await evaluateFilters(filters, { payload: { yes: true }, now }, async () => ({ ok: answer }))).passed;

test("what passes and fails alike with both assumptions does so whatever the answer is, and assumptions are the extremes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 2 }), fc.boolean(), async (filters, answer) => {
      const [least, most] = await Promise.all(
        (["fail", "pass"] as const).map((outcome) =>
          passes(
            withAssumed(filters, ({ on }) => on === "webhook", outcome),
            answer,
          ),
        ),
      );
      const actual = await passes(filters, answer);
      expect([least && !actual, actual && !most]).toEqual([false, false]);
    }),
    { seed: 7, numRuns: 500 },
  );
});
