import { expect, test } from "vitest";
import { effectTexts } from "./delete-effect.ts";
import { failureShare } from "./failure-share.ts";
import { listQuery, WORKFLOW_ORDER, WorkflowSearch } from "./workflow-search.ts";

test("values that do not fit count as absent", () => {
  const given = { status: "broken", group: "x", channels: ["email", "fax"], size: "30", sort: "size", page: "-1" };
  expect(listQuery(WorkflowSearch.parse(given))).toEqual({
    limit: 25,
    offset: 0,
    orderBy: "updatedAt",
    orderDirection: "DESC",
  });
});

test.each([
  ["active", { status: ["ACTIVE"], needsAction: false }],
  ["action", { needsAction: true }],
  ["inactive", { status: ["INACTIVE"] }],
])("the status %s is asked for as the list shows it", (status, query) => {
  expect(listQuery(WorkflowSearch.parse({ status }))).toMatchObject(query);
});

test("an order begins in its usual direction, and is not in the address where it is the usual one", () => {
  const search = WorkflowSearch.parse({ page: 2 });
  expect(WORKFLOW_ORDER.orderBy(search, "name")).toEqual({ page: 0, sort: "name", direction: undefined });
  expect(WORKFLOW_ORDER.orderBy({ ...search, sort: "name" }, "name")).toEqual({
    page: 0,
    sort: "name",
    direction: "DESC",
  });
  expect(WORKFLOW_ORDER.orderBy({ ...search, sort: "name" }, "updatedAt")).toEqual({
    page: 0,
    sort: undefined,
    direction: undefined,
  });
});

test.each([
  [100, 0, "None failed"],
  [1000, 3, "<1% failed"],
  [100, 5, "5% failed"],
  [0, 2, "100% failed"],
])("of %i runs with %i failures: %s", (runs, failures, text) => {
  expect(failureShare(runs, failures)).toBe(text);
});

test("the effect of a deletion leaves out what could not be counted", () => {
  expect(effectTexts(2, undefined, undefined)).toHaveLength(1);
  expect(effectTexts(1, 1, [{ count: 1, isMore: false }])).toEqual([
    "It had 1 run in the last 7 days.",
    "1 delay, digest or retry waits. Runs in flight finish.",
    expect.stringContaining("This cannot be undone."),
  ]);
  expect(effectTexts(2, 0, [{ count: 10_000, isMore: true }])[1]).toBe(
    "More than 10,000 delays, digests and retries wait. Runs in flight finish.",
  );
});
