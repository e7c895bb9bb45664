import { createStore, del, entries, set } from "idb-keyval";
import type { DraftStore, LocalDraft } from "./editor-model.ts";

/** A draft of an editor that is not open any more. */
export interface LeftDraft<Definition> extends LocalDraft<Definition> {
  key: string;
}

export type LocalDrafts<Definition> = DraftStore<Definition> & {
  /** Drafts of the object that this member has left, the newest first. */
  left: () => Promise<readonly LeftDraft<Definition>[]>;
  discard: (draft: LeftDraft<Definition>) => Promise<void>;
};

/** Browsers have locks on https and localhost only. Elsewhere a draft in use is offered as well, as a copy. */
const locks: LockManager | null | undefined = navigator.locks;

let opened: ReturnType<typeof createStore> | undefined;

/**
 * Keeps what a member typed in a workflow or layout and has not saved on this machine, for each editor apart: other tabs have editors, too. Without
 * storage, as in some private windows, nothing is kept.
 */
export function localDrafts<Definition>(webPath: string, memberId: string, objectId: string): LocalDrafts<Definition> {
  const open = () => {
    // By context path, as several installations may have one origin. The name is that of the first kind of objects that had drafts.
    opened ??= createStore(`belfry-drafts${webPath}`, "workflows");
    return opened;
  };
  const prefix = `${memberId}/${objectId}/`;
  const own = `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(1)}`;
  // One after the other: a draft that is removed must not be written again by an earlier write.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = last.then(work).catch(() => undefined);
    last = done;
    return done;
  }
  let newest: LocalDraft<Definition> | undefined;
  let release: (() => void) | undefined;

  /** Holds a lock until the editor or its tab is closed, by which other tabs see that the draft is in use. */
  function hold(): void {
    if (release || !locks) return;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    void locks.request(own, () => released);
  }

  return {
    left: async () => {
      const found = await inTurn(async () => {
        const used = await usedKeys();
        const all = await entries<string, LocalDraft<Definition>>(open());
        return all
          .filter(([key]) => String(key).startsWith(prefix) && key !== own && !used.has(key))
          .map(([key, draft]) => ({ ...draft, key }))
          .toSorted((one, other) => other.at - one.at);
      });
      return found ?? [];
    },
    discard: ({ key }) => inTurn(() => del(key, open())),
    store(draft) {
      hold();
      newest = draft;
      // Of those that are typed while one is written, only the last one is.
      return inTurn(async () => {
        if (draft === newest) await set(own, draft, open());
      });
    },
    remove: () => inTurn(() => del(own, open())),
    release: () => {
      release?.();
      release = undefined;
    },
  };
}

/** The drafts whose editors are open. */
async function usedKeys(): Promise<ReadonlySet<string | undefined>> {
  if (!locks) return new Set();
  const { held = [] } = await locks.query();
  return new Set(held.map(({ name }) => name));
}
