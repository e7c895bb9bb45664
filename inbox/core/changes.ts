import type { Cache } from "./cache.ts";
import type { Feed } from "./feed.ts";
import { applied, type BulkKind, type IdOperation, isSilent, type Operation } from "./operations.ts";
import type { Added, Outbox } from "./outbox.ts";
import type { Button, View } from "./types.ts";
import { UNDO_MS, type UndoOffer } from "./undo.ts";

export type ChangesDeps = {
  cache: Cache;
  outbox: Pick<Outbox, "add" | "cancel" | "release">;
  undo: UndoOffer;
  feed: (storeId?: string, view?: View) => Feed;
};

/** An operation on its way; without `waiting` it changes nothing. */
type Change = Partial<Added> & Pick<Added, "done">;

/** Changes notifications by operations that wait in the outbox. Each change returns the promise that `createInbox` describes. */
export function createChanges({ cache, outbox, undo, feed }: ChangesDeps) {
  function release(): void {
    undo.forget();
    outbox.release();
  }

  /** Adds an operation. The one before is sent, unless this one joins it, or is none of the subscriber's own: that one was seen. */
  function add(operation: Operation, holdMs = 0): Change {
    if (!isSilent(operation) && !undo.joins(operation)) release();
    return outbox.add(operation, holdMs);
  }

  /** Changes those of the notifications that it changes anything about. */
  function change(ids: string | readonly string[], operation: IdOperation, holdMs = 0): Change {
    const now = new Date().toISOString();
    const changing = [ids].flat().filter((id) => {
      const one = cache.shown(id);
      return one === undefined || applied(one, { ...operation, ids: [id] }, now) !== one;
    });
    if (changing.length === 0) return { done: Promise.resolve(true) };
    return add({ ...operation, ids: changing }, holdMs);
  }

  /** Offers to take back an operation that is held for that time. */
  function held({ done, waiting }: Change, count: number): Promise<boolean> {
    if (waiting === undefined) return done;
    undo.offer(waiting.operation, count, () => outbox.cancel(waiting), waiting);
    return done;
  }

  function archive(ids: string | readonly string[]): Promise<boolean> {
    const before = [ids].flat().flatMap((id) => cache.shown(id) ?? []);
    const { done, waiting } = change(ids, { kind: "archive", ids: [] });
    if (waiting === undefined) return done;
    const unread = before.filter(({ isRead }) => !isRead).map(({ id }) => id);
    const read = before.filter(({ isRead }) => isRead).map(({ id }) => id);
    undo.offer(waiting.operation, before.length, () => {
      // Both take out of the archive.
      if (unread.length > 0) add({ kind: "unread", ids: unread });
      if (read.length > 0) add({ kind: "unarchive", ids: read });
    });
    return done;
  }

  function all(kind: BulkKind, storeId?: string, view: View = "all"): Promise<boolean> {
    const { query, store } = feed(storeId, view);
    const { notifications, newNotifications } = store.getState();
    const known = [...newNotifications, ...notifications];
    // What arrives after this was not meant.
    const until = known
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1);
    const operation = { kind, query, until };
    // Nobody takes back that something was seen.
    if (kind === "seen-all") return add(operation).done;
    const now = new Date().toISOString();
    const count = known.filter((one) => applied(one, operation, now) !== one).length;
    return held(add(operation, UNDO_MS), count);
  }

  const marking = (kind: "read" | "unread" | "seen" | "unarchive" | "unsnooze") => (ids: string | readonly string[]) =>
    change(ids, { kind, ids: [] }).done;
  const markingAll = (kind: BulkKind) => (storeId?: string, view?: View) => all(kind, storeId, view);

  return {
    read: marking("read"),
    unread: marking("unread"),
    seen: marking("seen"),
    archive,
    unarchive: marking("unarchive"),
    /** Hides notifications until a moment, when they come back unread at the top. */
    snooze: (ids: string | readonly string[], until: Date) =>
      held(change(ids, { kind: "snooze", ids: [], until: until.toISOString() }, UNDO_MS), [ids].flat().length),
    unsnooze: marking("unsnooze"),
    delete: (ids: string | readonly string[]) =>
      held(change(ids, { kind: "delete", ids: [] }, UNDO_MS), [ids].flat().length),
    /** Notes that a button was pressed. */
    complete: (id: string, button: Button) => change(id, { kind: "complete", ids: [], button }).done,
    revert: (id: string, button: Button) => change(id, { kind: "revert", ids: [], button }).done,

    /** Changes of everything in a store, loaded or not, up to the newest that is known. */
    readAll: markingAll("read-all"),
    seenAll: markingAll("seen-all"),
    archiveAll: markingAll("archive-all"),
    archiveRead: markingAll("archive-read"),
    deleteAll: markingAll("delete-all"),

    /** Sends what could still be taken back, as when the list is closed. */
    release,
  };
}
