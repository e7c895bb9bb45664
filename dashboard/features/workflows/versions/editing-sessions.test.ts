import { expect, test } from "vitest";
import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { editingSessions } from "./editing-sessions.ts";

/** A version that a person made in a minute of the day. */
const made = (version: number, minute: number, change: Partial<WorkflowVersion> = {}): WorkflowVersion => ({
  version,
  isCurrent: false,
  createdAt: new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString(),
  createdBy: { _id: "ada", firstName: "Ada" },
  changes: ["Changed body of Alpha"],
  ...change,
});

const numbersOf = (versions: readonly WorkflowVersion[], used: readonly number[] = []) =>
  editingSessions(versions, (version) => used.includes(version)).map(({ newest, earlier }) =>
    [newest, ...earlier].map(({ version }) => version),
  );

test("what one person did without a long pause is one session, which says each change once", () => {
  const versions = [made(4, 40), made(3, 14, { changes: ["Renamed Alpha"] }), made(2, 5), made(1, 1)];
  expect(numbersOf(versions)).toEqual([[4], [3, 2, 1]]);
  expect(editingSessions(versions, () => false)[1]?.changes).toEqual(["Renamed Alpha", "Changed body of Alpha"]);
});

test("another person, and one who is not known any more, begins a session", () => {
  const grace = { createdBy: { _id: "grace", firstName: "Grace" } };
  const versions = [made(4, 4, { createdBy: undefined }), made(3, 3, { createdBy: undefined }), made(2, 2, grace)];
  expect(numbersOf([...versions, made(1, 1)])).toEqual([[4], [3], [2], [1]]);
});

test("a version that was restored stands alone, and one that is used ends its session", () => {
  const versions = [made(5, 5), made(4, 4), made(3, 3, { restoredFrom: 1 }), made(2, 2), made(1, 1)];
  expect(numbersOf(versions, [4])).toEqual([[5], [4], [3], [2, 1]]);
});
