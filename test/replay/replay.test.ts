import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { describe, expect, test } from "vitest";
import { testWorkflowBundle } from "#test/support/test-workflow-bundle.ts";
import { shapes } from "./shapes.ts";

const folder = join(import.meta.dirname, "histories");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));

/** The history, and the id of its execution, from which the ids of child executions follow. */
function recordingIn(file: string) {
  const { workflowId, ...recorded } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  return { workflowId: String(workflowId), history: historyFromJSON(recorded) };
}

describe("executions that are in flight go on under today's code", () => {
  test.each(files)("the history %s replays", async (file) => {
    const { workflowId, history } = recordingIn(file);
    await Worker.runReplayHistory({ workflowBundle: await testWorkflowBundle() }, history, workflowId);
  });
});

test("a changed order of commands is noticed", async () => {
  const { workflowId, history } = recordingIn(files.find((file) => basename(file) === "delay.json") ?? "");
  // Without its timer the execution no longer matches what the code does.
  const events = history.events?.filter(({ timerStartedEventAttributes }) => !timerStartedEventAttributes);
  await expect(
    Worker.runReplayHistory(
      { workflowBundle: await testWorkflowBundle() },
      { ...history, events: events ?? [] },
      workflowId,
    ),
  ).rejects.toThrow();
});

test("each shape of execution has a recorded history", () => {
  const recorded = new Set(files.map((file) => basename(file).split(".")[0]));
  expect([...recorded].sort()).toEqual(Object.keys(shapes).sort());
});
