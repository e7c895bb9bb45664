import { expect, test, vi } from "vitest";
import { aWorkflowV2 } from "#dashboard/testing/workflow-v2.ts";
import { definitionOf } from "../definition.ts";
import { cardAction } from "./card-action.ts";

const [step] = definitionOf(aWorkflowV2()).steps;
const ACTIONS = { move: vi.fn(), duplicate: vi.fn(), remove: vi.fn() };
const NONE = { altKey: false, ctrlKey: false, metaKey: false };

const actionOf = (key: string, modifiers: Partial<typeof NONE> = {}) => {
  if (!step) throw new Error("no step");
  return cardAction({ key, ...NONE, ...modifiers }, step, ACTIONS);
};

/** Returns what a key does: the name of the action, and what it is given beside the step. */
function pressed(key: string, modifiers?: Partial<typeof NONE>): unknown[] {
  for (const action of Object.values(ACTIONS)) action.mockReset();
  actionOf(key, modifiers)?.();
  return Object.entries(ACTIONS).flatMap(([name, { mock }]) => mock.calls.map(([, ...others]) => [name, ...others]));
}

test("keys move, copy and remove the card that has the focus", () => {
  expect(pressed("ArrowUp", { altKey: true })).toEqual([["move", -1]]);
  expect(pressed("ArrowDown", { altKey: true })).toEqual([["move", 1]]);
  expect(pressed("d", { ctrlKey: true })).toEqual([["duplicate"]]);
  expect(pressed("D", { metaKey: true })).toEqual([["duplicate"]]);
  expect(pressed("Delete")).toEqual([["remove"]]);
  expect(pressed("Backspace")).toEqual([["remove"]]);
});

test("keys that mean something else in a browser do nothing with a card", () => {
  for (const key of ["ArrowUp", "ArrowDown", "d", "Enter"]) expect(pressed(key)).toEqual([]);
  expect(actionOf("a", { ctrlKey: true })).toBeUndefined();
  expect(actionOf("a")).toBeDefined();
});
