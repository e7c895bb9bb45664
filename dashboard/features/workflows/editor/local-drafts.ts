import { createStore, del, get, set } from "idb-keyval";
import type { EditorDeps, LocalDraft } from "./editor.ts";

/** Keeps what was typed in a workflow and not saved on this machine. Without storage, as in some private windows, nothing is kept. */
export function localDrafts(
  webPath: string,
  workflowId: string,
): EditorDeps["drafts"] & { read: () => Promise<LocalDraft | undefined> } {
  // By context path, as several installations may have one origin.
  const open = () => createStore(`belfry-drafts${webPath}`, "workflows");
  // One after the other: a draft that is removed must not be written again by an earlier write.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  }
  return {
    read: () => inTurn(() => get<LocalDraft>(workflowId, open())),
    store: (draft) => inTurn(() => set(workflowId, draft, open())),
    remove: () => inTurn(() => del(workflowId, open())),
  };
}
