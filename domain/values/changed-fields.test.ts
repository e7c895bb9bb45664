import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

test("only fields that differ are named, inside of objects and lists by their path", () => {
  const before = { name: "a", active: true, steps: [{ subject: "x", to: "y" }, { subject: "z" }], data: { k: [1] } };
  const after = { name: "a", active: false, steps: [{ subject: "w", to: "y" }], data: { k: [1], l: null } };
  expect(changedFields(before, after)).toEqual({
    active: { before: true, after: false },
    "steps.0.subject": { before: "x", after: "w" },
    "steps.1": { before: { subject: "z" } },
  });
});

test("what was created has no fields before, and what was deleted none after", () => {
  expect(changedFields(null, { name: "a", logo: null })).toEqual({ name: { after: "a" } });
  expect(changedFields({ name: "a" }, null)).toEqual({ name: { before: "a" } });
});

test("long values are cut, and very many fields only counted", () => {
  const { content } = changedFields(null, { content: "x".repeat(5_000) });
  expect(content?.after).toBe(`${"x".repeat(2_000)}... (5000 characters)`);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, index]));
  const changes = changedFields(null, many);
  expect(Object.keys(changes)).toHaveLength(101);
  expect(changes["..."]).toEqual({ after: "50 more fields" });
});
