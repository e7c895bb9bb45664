import { createStore } from "zustand/vanilla";
import type { Cache } from "./cache.ts";
import type { Feed } from "./feed.ts";
import { applied, type BulkKind, type IdOperation, isSilent, type Operation } from "./operations.ts";
import type { Added, Outbox } from "./outbox.ts";
import type { Waiting } from "./stored-operations.ts";
import type { Button, View } from "./types.ts";

/** The last operation that can be taken back, until `until` (milliseconds). */
export type Undo = {
  kind: Operation["kind"];
  /** How many of the notifications that are known it changes. */
  count: number;
  until: number;
  /** Of a snooze, in ISO 8601. */
  snoozedUntil?: string | undefined;
};

/** Milliseconds for which an operation can be taken back. */
const UNDO_MS = 6_000;
/** As long while somebody points at the button. */
const KEPT_UNDO_MS = 3_600_000;

export type ChangesDeps = {
  cache: Cache;
  outbox: Pick<Outbox, "add" | "cancel" | "hold" | "release">;
  feed: (storeId?: string, view?: View) => Feed;
  /** Called when something was taken back. */
  onUndone: () => void;
};

/** An operation on its way; without `waiting` it changes nothing. */
type Change = Partial<Added> & Pick<Added, "done">;

/** Changes notifications by operations that wait in the outbox. Each change returns the promise that `createInbox` describes. */
export function createChanges({ cache, outbox, feed, onUndone }: ChangesDeps) {
  const undoable = createStore<{ value: Undo | null }>(() => ({ value: null }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Functions that `undo` calls, each with the operation that is held for it. */
  let undos: { undo: () => void; waiting?: Waiting | undefined }[] = [];

  function forgetUndo(): void {
    clearTimeout(timer);
    undos = [];
    if (undoable.getState().value !== null) undoable.setState({ value: null });
  }

  /** Whether an operation can be taken back together with those that can be already: "3 deleted". */
  const joins = ({ kind }: Operation): boolean =>
    (kind === "delete" || kind === "archive") && kind === undoable.getState().value?.kind;

  /** Offers to take back an operation, which is not sent before that is over if it is held. */
  function offerUndo(operation: Operation, count: number, undo: () => void, waiting?: Waiting): void {
    const before = joins(operation) ? undoable.getState().value : null;
    undos = [...(before ? undos : []), { undo, waiting }];
    const value = {
      kind: operation.kind,
      count: count + (before?.count ?? 0),
      until: 0,
      snoozedUntil: operation.kind === "snooze" ? operation.until : undefined,
    };
    undoable.setState({ value });
    keepUndo(false);
  }

  /** Stops the time in which the last operation can be taken back, while somebody is about to; afterwards it begins anew. */
  function keepUndo(kept: boolean): void {
    const { value } = undoable.getState();
    if (value === null) return;
    clearTimeout(timer);
    const until = Date.now() + (kept ? KEPT_UNDO_MS : UNDO_MS);
    undoable.setState({ value: { ...value, until } });
    outbox.hold(
      undos.flatMap(({ waiting }) => waiting ?? []),
      until,
    );
    timer = setTimeout(forgetUndo, until - Date.now());
  }

  function release(): void {
    forgetUndo();
    outbox.release();
  }

  /** Adds an operation. The one before is sent, unless this one joins it, or is none of the subscriber's own: that one was seen. */
  function add(operation: Operation, holdMs = 0): Change {
    if (!isSilent(operation) && !joins(operation)) release();
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
    offerUndo(waiting.operation, count, () => outbox.cancel(waiting), waiting);
    return done;
  }

  /** Changes them so that they leave the list, unless that is taken back. */
  const hide = (ids: string | readonly string[], operation: IdOperation): Promise<boolean> =>
    held(change(ids, operation, UNDO_MS), [ids].flat().length);

  function archive(ids: string | readonly string[]): Promise<boolean> {
    const before = [ids].flat().flatMap((id) => cache.shown(id) ?? []);
    const { done, waiting } = change(ids, { kind: "archive", ids: [] });
    if (waiting === undefined) return done;
    const unread = before.filter(({ isRead }) => !isRead).map(({ id }) => id);
    const read = before.filter(({ isRead }) => isRead).map(({ id }) => id);
    offerUndo(waiting.operation, before.length, () => {
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
      hide(ids, { kind: "snooze", ids: [], until: until.toISOString() }),
    unsnooze: marking("unsnooze"),
    delete: (ids: string | readonly string[]) => hide(ids, { kind: "delete", ids: [] }),
    /** Notes that a button was pressed. */
    complete: (id: string, button: Button) => change(id, { kind: "complete", ids: [], button }).done,
    revert: (id: string, button: Button) => change(id, { kind: "revert", ids: [], button }).done,

    /** Changes of everything in a store, loaded or not, up to the newest that is known. */
    readAll: markingAll("read-all"),
    seenAll: markingAll("seen-all"),
    archiveAll: markingAll("archive-all"),
    archiveRead: markingAll("archive-read"),
    deleteAll: markingAll("delete-all"),

    /** The last operation that can be taken back. */
    undoable,
    /** Takes back the operation under `undoable`. */
    undo(): void {
      const taken = undos;
      forgetUndo();
      for (const { undo } of taken) undo();
      onUndone();
    },
    keepUndo,
    /** Sends what could still be taken back, as when the list is closed. */
    release,
  };
}
