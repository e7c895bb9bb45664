import { expect, test } from "vitest";
import { UNDO_MAX } from "#contract/inbox/preference-page.ts";
import { parseUndo, undoText } from "./undo-text.ts";

const workflowId = "6f1c1f0a-3f2e-4c07-9f1e-0d7d8a5a4b11";

test("a state is read as it was written", () => {
  const states = [
    { choices: [{ workflowId: null, choice: null }] },
    { choices: [{ workflowId: null, choice: { enabled: false, channels: {} } }], hours: null },
    {
      choices: [{ workflowId, choice: { enabled: null, channels: { email: false, push: true } } }],
      hours: { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } },
    },
  ];
  for (const state of states) expect(parseUndo(undoText(state) ?? "")).toEqual(state);
});

test("a change of nothing, or of too much for an address, cannot be taken back", () => {
  expect(undoText({ choices: [] })).toBeUndefined();
  const choices = Array.from({ length: 200 }, () => ({ workflowId, choice: null }));
  expect(undoText({ choices })).toBeUndefined();
  const most = undoText({ choices: choices.slice(0, 60) }) ?? "";
  expect(most.length).toBeGreaterThan(0);
  expect(most.length).toBeLessThanOrEqual(UNDO_MAX);
});

test.each([
  "",
  "x",
  "eyJ",
  Buffer.from("[]").toString("base64url"),
  Buffer.from('{"c":["all:1"]}').toString("base64url"),
  Buffer.from('{"c":["__proto__:111111"]}').toString("base64url"),
  Buffer.from('{"c":[],"h":{"isEnabled":"yes"}}').toString("base64url"),
])("%s is no state", (text) => {
  expect(parseUndo(text)).toBeUndefined();
});
