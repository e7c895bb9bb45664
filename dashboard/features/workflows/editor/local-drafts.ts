import { createStore, del, get, set } from "idb-keyval";
import type { EditorDeps, LocalDraft } from "./editor.ts";

/** Keeps what was typed in a workflow and not saved on this machine. Without storage, as in some private windows, nothing is kept. */
export function localDrafts(
  webPath: string,
  workflowId: string,
): EditorDeps["drafts"] & { read: () => Promise<LocalDraft | undefined> } {
  let opened: ReturnType<typeof createStore> | undefined;
  const open = () => {
    // By context path, as several installations may have one origin.
    opened ??= createStore(`belfry-drafts${webPath}`, "workflows");
    return opened;
  };
  // One after the other: a draft that is removed must not be written again by an earlier write.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  }
  let newest: LocalDraft | undefined;
  return {
    read: () => inTurn(() => get<LocalDraft>(workflowId, open())),
    store(draft) {
      newest = draft;
      // Of those that are typed while one is written, only the last one is.
      return inTurn(async () => {
        if (draft === newest) await set(workflowId, draft, open());
      });
    },
    remove: () => inTurn(() => del(workflowId, open())),
  };
}
