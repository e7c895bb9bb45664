import { createStore, del, get, set } from "idb-keyval";
import type { EditorDeps, LocalDraft } from "./editor.ts";

/** By context path, as several installations may have one origin. */
const storeOf = (webPath: string) => createStore(`belfry-drafts${webPath}`, "workflows");

/** Keeps what was typed in a workflow and not saved on this machine. Without storage, as in some private windows, nothing is kept. */
export function localDrafts(
  webPath: string,
  workflowId: string,
): EditorDeps["drafts"] & { read: () => Promise<LocalDraft | undefined> } {
  // One after the other: a draft that is removed must not be written again by an earlier write.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  };
  return {
    read: () => get<LocalDraft>(workflowId, storeOf(webPath)).catch(() => undefined),
    store: (draft) => inTurn(() => set(workflowId, draft, storeOf(webPath))),
    remove: () => inTurn(() => del(workflowId, storeOf(webPath))),
  };
}
