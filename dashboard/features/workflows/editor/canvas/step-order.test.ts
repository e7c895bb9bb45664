import { expect, test } from "vitest";
import type { EditedStep } from "../definition.ts";
import { placeBeside, placedSteps, positionOf, withLanes, withMoved, withoutStep, withStep } from "./step-order.ts";

const step = (key: string, branchId?: string, change: Partial<EditedStep> = {}): EditedStep => ({
  key,
  stepId: key,
  name: key,
  type: "sms",
  controlValues: {},
  active: true,
  shouldStopOnFail: false,
  outsideHours: "defer",
  replyCallback: {},
  filters: [],
  variants: [],
  branchId,
  expiresAfter: undefined,
  integrationIdentifier: undefined,
  ...change,
});
const branch = (key: string, ids: readonly string[], within?: string) =>
  step(key, within, {
    type: "branch",
    controlValues: { branches: ids.slice(1).map((branchId) => ({ branchId, filters: [] })), defaultBranchId: ids[0] },
  });

/** a, then a choice between `left` (b, and in it a choice with c) and the default one (d), then e. */
const STEPS = [
  step("a"),
  branch("choice", ["rest", "left"]),
  step("b", "left"),
  branch("inner", ["inner-rest", "deep"], "left"),
  step("c", "deep"),
  step("d", "rest"),
  step("e"),
];
const keys = (steps: readonly EditedStep[]) => steps.map(({ key }) => key).join(" ");

test("steps of a branch are in the lane of the step that chooses it, at any depth", () => {
  const shape = (placed: ReturnType<typeof placedSteps>): unknown[] =>
    placed.map(({ step: { key }, lanes }) =>
      lanes.length === 0 ? key : [key, Object.fromEntries(lanes.map((lane) => [lane.branchId, shape(lane.steps)]))],
    );
  expect(shape(placedSteps(STEPS))).toEqual([
    "a",
    ["choice", { left: ["b", ["inner", { deep: ["c"], "inner-rest": [] }]], rest: ["d"] }],
    "e",
  ]);
});

test("a step whose branch no earlier step has is shown where it stands", () => {
  const placed = placedSteps([step("lost", "nowhere"), step("a")]);
  expect(placed.map(({ step: { key } }) => key)).toEqual(["lost", "a"]);
});

test.each([
  ["at the beginning", { branchId: undefined, after: undefined }, "new a choice b inner c d e"],
  ["behind a branch step, behind its lanes", { branchId: undefined, after: "choice" }, "a choice b inner c d new e"],
  ["at the beginning of a lane", { branchId: "left", after: undefined }, "a choice new b inner c d e"],
  ["in a lane that is empty", { branchId: "inner-rest", after: undefined }, "a choice b inner new c d e"],
  ["at the end of a lane", { branchId: "left", after: "inner" }, "a choice b inner c new d e"],
])("a step is added %s", (_where, place, expected) => {
  const steps = withStep(STEPS, step("new"), place);
  expect(keys(steps)).toBe(expected);
  expect(steps.find(({ key }) => key === "new")?.branchId).toBe(place.branchId);
});

test("a branch step goes with all that is in its lanes", () => {
  expect(keys(withoutStep(STEPS, "choice"))).toBe("a e");
  expect(keys(withMoved(STEPS, "choice", { branchId: undefined, after: "e" }))).toBe("a e choice b inner c d");
  expect(keys(withMoved(STEPS, "inner", { branchId: "rest", after: "d" }))).toBe("a choice b d inner c e");
});

test("a step is not moved into a lane of its own", () => {
  expect(withMoved(STEPS, "choice", { branchId: "deep", after: "c" })).toEqual(STEPS);
  expect(withMoved(STEPS, "choice", { branchId: "left", after: undefined })).toEqual(STEPS);
});

test("up and down stay within the branch, and end at its ends", () => {
  expect(placeBeside(STEPS, "a", -1)).toBeUndefined();
  expect(placeBeside(STEPS, "e", 1)).toBeUndefined();
  expect(placeBeside(STEPS, "d", 1)).toBeUndefined();
  const up = placeBeside(STEPS, "e", -1);
  expect(keys(withMoved(STEPS, "e", up ?? { branchId: "none", after: "none" }))).toBe("a e choice b inner c d");
  const down = placeBeside(STEPS, "b", 1);
  expect(keys(withMoved(STEPS, "b", down ?? { branchId: "none", after: "none" }))).toBe("a choice inner c b d e");
  expect(positionOf(STEPS, "inner")).toEqual({ position: 2, count: 2 });
});

test("the keys of a step are its own and those in its lanes", () => {
  const choice = placedSteps(STEPS)[1];
  expect(choice && withLanes(choice)).toEqual(["choice", "b", "inner", "c", "d"]);
});
