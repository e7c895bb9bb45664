import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BelfryError } from "#client/client.ts";
import type { UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import type { LocalDraft } from "#dashboard/editing/editor-model.ts";
import { aStepV2, aWorkflowV2 } from "#dashboard/testing/workflow-v2.ts";
import type { Definition } from "./definition.ts";
import { createEditor, type Editor } from "./editor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The server has saved, and its answer did not arrive. */
const ANSWER_LOST = Symbol("answer lost");

/** A server that saves what it is sent, as the API does: it gives ids and identifiers, and counts versions. */
function opened(workflow = aWorkflowV2()) {
  let stored = workflow;
  let given = 0;
  let isDeleted = false;
  const sent: UpdateWorkflowV2[] = [];
  const drafts: LocalDraft<Definition>[] = [];
  const faults: unknown[] = [];
  let answerWhen: Promise<void> = Promise.resolve();
  function saved(body: UpdateWorkflowV2): WorkflowV2 {
    const steps = body.steps.map(
      ({ _id, stepId, branchId, expiresAfter, integrationIdentifier, controlValues, variants = [], ...step }) => {
        given += 1;
        if (_id !== undefined && !stored.steps.some((one) => one._id === _id))
          throw new BelfryError(400, `unknown ${_id}`);
        return {
          ...aStepV2(),
          ...Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined)),
          _id: _id ?? `server-${given}`,
          stepId: stepId ?? `identifier-${given}`,
          controlValues: controlValues ?? {},
          variants: variants.map((variant, index) => ({
            ...variant,
            _id: variant._id ?? `variant-${index}`,
            controlValues: variant.controlValues ?? {},
          })),
          ...(branchId && { branchId }),
          ...(expiresAfter && { expiresAfter }),
          ...(integrationIdentifier && { integrationIdentifier }),
        };
      },
    );
    stored = { ...stored, name: body.name, tags: body.tags ?? [], steps, version: stored.version + 1 };
    return stored;
  }
  const editor = createEditor(workflow, {
    update: async (_id, body) => {
      sent.push(body);
      await answerWhen;
      const fault = faults.shift();
      if (isDeleted) throw new BelfryError(404, "no such workflow");
      if (fault === ANSWER_LOST) saved(body);
      if (fault === ANSWER_LOST) throw new BelfryError(0, "the connection was lost");
      if (fault) throw fault;
      if (body.baseVersion !== stored.version) throw new BelfryError(409, "newer");
      return saved(body);
    },
    read: async () => {
      if (isDeleted) throw new BelfryError(404, "no such workflow");
      return stored;
    },
    changesSince: async () => ({ changes: ["Changed body of Bell"], author: "Ada" }),
    drafts: {
      store: async (draft) => void drafts.push(draft),
      remove: async () => void drafts.splice(0),
      release: () => undefined,
    },
  });
  return {
    editor,
    sent,
    drafts,
    faults,
    /** The next save is answered when the returned function is called. */
    hold() {
      let answer: () => void = () => undefined;
      answerWhen = new Promise((resolve) => {
        answer = resolve;
      });
      return () => answer();
    },
    /** Somebody else deletes the workflow. */
    deleteElsewhere: () => {
      isDeleted = true;
    },
    /** Somebody else saves. */
    saveElsewhere: (change: Partial<WorkflowV2>) => {
      stored = { ...stored, ...change, version: stored.version + 1, updatedAt: new Date().toISOString() };
      return stored;
    },
  };
}

const bodyOf = (editor: Editor) => editor.store.getState().definition.steps[0]?.controlValues.body;
const type = (editor: Editor, body: string) =>
  editor.changeStep(editor.store.getState().definition.steps[0]?.key ?? "", "body", { controlValues: { body } });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const state = (editor: Editor) => editor.store.getState().save.kind;

test("what is typed is saved once, 800 ms after the last key, over the version that it began from", async () => {
  const { editor, sent, drafts } = opened();
  for (const body of ["H", "He", "Hey"]) {
    type(editor, body);
    await pass(500);
  }
  expect([sent.length, state(editor), drafts.length > 0]).toEqual([0, "changed", true]);
  await pass(300);
  expect(sent).toMatchObject([{ baseVersion: 1, steps: [{ controlValues: { body: "Hey" }, stepId: "bell" }] }]);
  expect([state(editor), editor.store.getState().saved.version, drafts]).toEqual(["saved", 2, []]);
});

test("what is typed during a save is saved by the next one", async () => {
  const { editor, sent, hold } = opened();
  const answer = hold();
  type(editor, "one");
  await pass(800);
  type(editor, "two");
  answer();
  await pass(0);
  expect([state(editor), bodyOf(editor)]).toEqual(["changed", "two"]);
  await pass(800);
  expect(sent.map(({ baseVersion, steps }) => [baseVersion, steps[0]?.controlValues])).toEqual([
    [1, { body: "one" }],
    [2, { body: "two" }],
  ]);
});

test("a save that fails is tried again until it succeeds, and what was typed is kept", async () => {
  const { editor, sent, faults, drafts } = opened();
  faults.push(new BelfryError(0, "offline"), new BelfryError(500, "broken"), new BelfryError(429, "slow down"));
  type(editor, "kept");
  await pass(800);
  expect([state(editor), drafts.at(-1)?.definition.steps[0]?.controlValues.body]).toEqual(["failed", "kept"]);
  await pass(2_000 + 5_000 + 10_000);
  expect([sent.length, state(editor), bodyOf(editor), drafts.length]).toEqual([4, "saved", "kept", 0]);
});

test("a save that is refused waits for the next change", async () => {
  const { editor, sent, faults } = opened();
  faults.push(new BelfryError(400, "name is too long"));
  type(editor, "x");
  await pass(60_000);
  expect([sent.length, state(editor)]).toEqual([1, "refused"]);
  type(editor, "y");
  await pass(800);
  expect(state(editor)).toBe("saved");
});

test("leaving saves at once", async () => {
  const { editor, sent } = opened();
  type(editor, "left");
  editor.close();
  await pass(0);
  expect(sent).toHaveLength(1);
});

test("a newer version of somebody else is shown with what it changed: theirs is taken, or mine is saved over it", async () => {
  for (const choice of ["theirs", "mine"] as const) {
    const { editor, sent, faults, saveElsewhere } = opened();
    const theirs = saveElsewhere({ steps: [aStepV2({ controlValues: { body: "theirs" } })] });
    faults.push(new BelfryError(409, "newer"));
    type(editor, "mine");
    await pass(800);
    expect(editor.store.getState().save).toMatchObject({ kind: "conflict", author: "Ada", theirs });
    // Nothing is sent before the member has decided.
    type(editor, "mine too");
    await pass(60_000);
    expect(sent).toHaveLength(1);
    if (choice === "theirs") editor.take(theirs);
    else await editor.keepMine();
    await pass(0);
    expect([state(editor), bodyOf(editor)]).toEqual(["saved", choice === "theirs" ? "theirs" : "mine too"]);
    expect(sent.at(-1)?.baseVersion).toBe(choice === "theirs" ? 1 : 2);
  }
});

test("typing is undone at once, and what is undone and redone is saved", async () => {
  const { editor, sent } = opened();
  for (const body of ["H", "He", "Hey"]) type(editor, body);
  await pass(2_000);
  for (const body of ["Hey you", "Hey you all"]) type(editor, body);
  editor.undo();
  expect(bodyOf(editor)).toBe("Hey");
  editor.undo();
  expect(bodyOf(editor)).toBe("Hello");
  editor.undo();
  editor.redo();
  expect(bodyOf(editor)).toBe("Hey");
  await pass(800);
  expect(sent.at(-1)?.steps[0]?.controlValues).toEqual({ body: "Hey" });
});

test("a new step has the id that the server gave it; one that comes back by undo is made anew under its identifier", async () => {
  const { editor, sent } = opened();
  const { key: _key, ...step } = editor.store.getState().definition.steps[0] ?? expect.unreachable();
  const key = editor.addStep({ ...step, stepId: undefined, name: "Second" }, { branchId: undefined, after: undefined });
  await pass(800);
  expect(sent.at(-1)?.steps[0]).not.toHaveProperty("_id");
  const id = editor.idOf(key);
  expect(id).toMatch(/^server-/);
  editor.changeStep(key, "name", { name: "Renamed" });
  await pass(800);
  expect(sent.at(-1)?.steps[0]).toMatchObject({ _id: id, name: "Renamed" });

  const { stepId } = editor.store.getState().definition.steps[0] ?? expect.unreachable();
  editor.removeStep(key);
  await pass(800);
  editor.undo();
  await pass(800);
  expect(state(editor)).toBe("saved");
  expect(sent.at(-1)?.steps[0]).toMatchObject({ stepId, name: "Renamed" });
  expect(sent.at(-1)?.steps[0]).not.toHaveProperty("_id");
});

test("a save whose answer got lost is no conflict, and what was typed since is saved over it", async () => {
  const { editor, sent, faults } = opened();
  faults.push(ANSWER_LOST);
  type(editor, "one");
  await pass(800);
  expect(state(editor)).toBe("failed");
  type(editor, "two");
  await pass(800);
  expect(state(editor)).toBe("changed");
  await pass(800);
  expect([state(editor), bodyOf(editor)]).toEqual(["saved", "two"]);
  expect(sent.map(({ baseVersion, steps }) => [baseVersion, steps[0]?.controlValues?.body])).toEqual([
    [1, "one"],
    [1, "two"],
    [2, "two"],
  ]);
});

test("minutes without a connection end in one save of all that was typed", async () => {
  const { editor, sent, faults } = opened();
  const away = new BelfryError(0, "offline");
  faults.push(...Array.from({ length: 30 }, () => away));
  for (let minute = 0; minute < 5; minute += 1) {
    type(editor, `minute ${minute}`);
    await pass(60_000);
  }
  expect([state(editor), bodyOf(editor)]).toEqual(["failed", "minute 4"]);
  faults.length = 0;
  const before = sent.length;
  globalThis.dispatchEvent?.(new Event("online"));
  await pass(30_000);
  expect(sent.slice(before).map(({ steps }) => steps[0]?.controlValues?.body)).toEqual(["minute 4"]);
  expect(state(editor)).toBe("saved");
});

test("what is saved elsewhere is shown where nothing is unsaved, under the same keys, and is not undone from here", async () => {
  const { editor, sent, saveElsewhere } = opened();
  const { key: _key, ...step } = editor.store.getState().definition.steps[0] ?? expect.unreachable();
  const key = editor.addStep({ ...step, stepId: undefined, name: "Second" }, { branchId: undefined, after: undefined });
  await pass(800);
  const { steps } = editor.store.getState().saved;
  editor.follow(saveElsewhere({ steps: steps.map((each) => ({ ...each, controlValues: { body: "theirs" } })) }));
  expect([bodyOf(editor), editor.store.getState().definition.steps[0]?.key, editor.idOf(key)]).toEqual([
    "theirs",
    key,
    steps[0]?._id,
  ]);
  editor.undo();
  expect(bodyOf(editor)).toBe("theirs");

  type(editor, "mine");
  editor.follow(saveElsewhere({ name: "Renamed" }));
  expect(bodyOf(editor)).toBe("mine");
  await pass(800);
  expect([state(editor), sent.at(-1)?.baseVersion]).toEqual(["conflict", 3]);
});

test("a draft that was made from an older version is not saved over the newer one before the member has decided", async () => {
  const { editor, sent, drafts } = opened(aWorkflowV2({ version: 5 }));
  const { definition } = editor.store.getState();
  const [step] = definition.steps;
  if (!step) return expect.unreachable();
  const typed = { ...definition, steps: [{ ...step, controlValues: { body: "typed before" } }] };
  editor.restore({ definition: typed, version: 3, at: 0 });
  await pass(800);
  expect([sent.at(-1)?.baseVersion, state(editor), bodyOf(editor)]).toEqual([3, "conflict", "typed before"]);
  expect(drafts.at(-1)).toMatchObject({ version: 3 });
  await editor.keepMine();
  expect([sent.at(-1)?.baseVersion, state(editor), drafts]).toEqual([5, "saved", []]);
});

test("what is typed in a workflow that somebody has deleted stays, and is not sent again and again", async () => {
  const { editor, sent, faults, drafts, deleteElsewhere } = opened();
  faults.push(new BelfryError(404, "no such layout"));
  type(editor, "refused");
  await pass(800);
  expect(state(editor)).toBe("refused");
  deleteElsewhere();
  type(editor, "kept");
  await pass(800);
  type(editor, "kept too");
  await pass(60_000);
  expect([sent.length, state(editor), bodyOf(editor)]).toEqual([2, "deleted", "kept too"]);
  expect(drafts.at(-1)?.definition.steps[0]?.controlValues).toEqual({ body: "kept too" });
});

test("variants that are moved while they are saved get their own ids, and one that Undo brings back is a new one", async () => {
  const { editor, sent, hold } = opened();
  const key = editor.store.getState().definition.steps[0]?.key ?? "";
  const variant = (name: string) => ({ key: name, name, active: true, filters: [], controlValues: { body: name } });
  const [one, two, three] = [variant("one"), variant("two"), variant("three")];
  const saved = () => sent.at(-1)?.steps[0]?.variants?.map(({ name, _id }) => [name, _id]);
  const answer = hold();
  editor.changeStep(key, "variants", { variants: [one, two, three] });
  await pass(800);
  expect(saved()).toEqual([
    ["one", undefined],
    ["two", undefined],
    ["three", undefined],
  ]);
  editor.changeStep(key, "move", { variants: [three, one, two] });
  answer();
  await pass(800);
  expect(saved()).toEqual([
    ["three", "variant-2"],
    ["one", "variant-0"],
    ["two", "variant-1"],
  ]);
  editor.changeStep(key, "remove", { variants: [three, two] });
  await pass(800);
  editor.undo();
  await pass(800);
  expect(saved()?.[1]).toEqual(["one", undefined]);
  expect(JSON.stringify(sent)).not.toContain('"key"');
});
