import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BelfryError } from "#client/client.ts";
import type { LayoutV2, ReplaceLayout } from "#contract/v2/layouts.ts";
import { aLayoutV2 } from "#dashboard/testing/layouts.ts";
import { createLayoutEditor, layoutDefinition } from "./layout-editor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that saves what it is sent, as the API does: it translates Handlebars, and counts revisions. */
function opened(layout = aLayoutV2()) {
  let stored = layout;
  const sent: ReplaceLayout[] = [];
  const change = (changes: Partial<LayoutV2>) => {
    stored = {
      ...stored,
      ...changes,
      revision: stored.revision + 1,
      updatedAt: `2026-01-06T09:00:0${stored.revision}Z`,
    };
    return stored;
  };
  const editor = createLayoutEditor(layout, {
    update: async (_id, body) => {
      sent.push(body);
      if (body.baseRevision !== stored.revision) throw new BelfryError(409, "newer");
      if (body.name === "") throw new BelfryError(400, "name should not be empty");
      const content = body.controlValues?.email?.body.replaceAll("{{#if x}}", "{% if x %}") ?? "";
      return change({
        name: body.name,
        ...(body.description && { description: body.description }),
        controls: { values: { email: { body: content, editorType: "html" } } },
      });
    },
    read: async () => stored,
    drafts: { store: async () => undefined, remove: async () => undefined, release: () => undefined },
  });
  const state = () => editor.store.getState();
  const type = (content: string) => editor.change("content", (before) => ({ ...before, content }));
  return { editor, sent, change, state, type };
}

test("what is typed is saved by itself over the revision that it began from, and can be undone", async () => {
  const { editor, sent, state, type } = opened();
  type("<i>{{ body }}</i>");
  await vi.advanceTimersByTimeAsync(800);
  expect(sent).toMatchObject([{ name: "Plain", baseRevision: 1 }]);
  expect(state().save.kind).toBe("saved");
  editor.undo();
  await vi.advanceTimersByTimeAsync(800);
  expect(sent[1]).toMatchObject({
    baseRevision: 2,
    controlValues: { email: { body: "<main>{{ body }}</main>", editorType: "html" } },
  });
});

test("a content that the server translates is shown as it stored it, unless more was typed meanwhile", async () => {
  const { editor, state, type } = opened();
  type("{{ body }}{{#if x}}");
  await editor.flush();
  expect(state().definition.content).toBe("{{ body }}{% if x %}");
  type("{{ body }}{{#if x}} a");
  const saving = editor.flush();
  type("{{ body }}{{#if x}} ab");
  await saving;
  expect(state().definition.content).toBe("{{ body }}{{#if x}} ab");
});

test("a change of somebody else to what is edited is offered beside the own one, in words", async () => {
  const { editor, change, state, type } = opened();
  change({ name: "Theirs", updatedBy: { _id: "b", firstName: "Berta", lastName: "Bell" } });
  type("<i>{{ body }}</i>");
  await editor.flush();
  expect(state().save).toMatchObject({ kind: "conflict", changes: ["Changed name"], author: "Berta Bell" });
  await editor.keepMine();
  expect(state()).toMatchObject({ save: { kind: "saved" }, saved: { name: "Plain", revision: 3 } });
});

test("a newer revision that changed nothing of what is edited is saved over without a question", async () => {
  const { editor, sent, change, state, type } = opened();
  change({ isDefault: true });
  type("<i>{{ body }}</i>");
  await editor.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([1, 2]);
  expect(state()).toMatchObject({ save: { kind: "saved" }, saved: { isDefault: true, revision: 3 } });
});

test("a draft of an earlier revision is not saved over a newer one unasked", async () => {
  const { editor, state } = opened(aLayoutV2({ revision: 4 }));
  editor.restore({ definition: { ...layoutDefinition(aLayoutV2()), content: "{{ body }} old" }, version: 3, at: 0 });
  await editor.flush();
  expect(state().save).toMatchObject({ kind: "conflict", theirs: { revision: 4 } });
});

test("a refused field is named as the screen has it", async () => {
  const { editor, state } = opened();
  editor.change("name", (before) => ({ ...before, name: "" }));
  await editor.flush();
  expect(state().save).toMatchObject({ kind: "refused", fields: [{ path: "name", message: "should not be empty" }] });
});

test("what is corrected while the fault is refused is saved by itself", async () => {
  const { editor, sent, state } = opened();
  const name = (text: string) => editor.change("name", (before) => ({ ...before, name: text }));
  name("");
  const refused = editor.flush();
  name("Mended");
  await refused;
  await vi.advanceTimersByTimeAsync(800);
  expect(sent.map((body) => body.name)).toEqual(["", "Mended"]);
  expect(state().save.kind).toBe("saved");
});
