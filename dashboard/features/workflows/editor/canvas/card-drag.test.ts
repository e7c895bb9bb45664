import { expect, test } from "vitest";
import { aStepV2 } from "#dashboard/testing/workflow-v2.ts";
import { type EditedStep, editedStepOf } from "../definition.ts";
import { isSamePlace, placeOnCard } from "./card-drag.ts";

const step = (name: string, branchId?: string): EditedStep => ({
  ...editedStepOf(aStepV2({ _id: name, stepId: name, name })),
  branchId,
});
const STEPS = [
  step("a"),
  {
    ...editedStepOf(
      aStepV2({
        _id: "choice",
        type: "branch",
        controlValues: { branches: [{ branchId: "one", filters: [] }], defaultBranchId: "rest" },
      }),
    ),
    branchId: undefined,
  },
  step("inner", "one"),
  step("b"),
];
const CARD = { top: 100, height: 60 };

test.each([
  ["a", 110, { branchId: undefined, after: undefined }],
  ["a", 150, { branchId: undefined, after: "a" }],
  ["choice", 110, { branchId: undefined, after: "a" }],
  ["inner", 110, { branchId: "one", after: undefined }],
  ["inner", 131, { branchId: "one", after: "inner" }],
  ["b", 100, { branchId: undefined, after: "choice" }],
])("a card dropped on %s at %i goes above it in the upper half, below it in the lower one", (key, clientY, place) => {
  const over = STEPS.find((one) => one.key === key) ?? step(key);
  expect(placeOnCard(STEPS, over, CARD, clientY)).toEqual(place);
  expect(isSamePlace(place, placeOnCard(STEPS, over, CARD, clientY))).toBe(true);
});
