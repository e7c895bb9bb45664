import { createStore } from "zustand/vanilla";
import { resolveAddresses } from "./addresses.ts";
import { createInboxApi, type InboxApi, type Profile } from "./api.ts";
import { createCache } from "./cache.ts";
import { createCounts } from "./counts.ts";
import { debounce } from "./debounce.ts";
import { createFeed, type Feed } from "./feed.ts";
import { DEFAULT_STORE_ID, keyOf, queryOf, subjectOf, unreadOf } from "./filters.ts";
import { isRefusal } from "./http.ts";
import { startLiveUpdates } from "./live.ts";
import { logOnce } from "./log-once.ts";
import { applied, type BulkKind, type IdOperation, isSilent, type Operation } from "./operations.ts";
import { createOutbox, type Waiting } from "./outbox.ts";
import { createPreferences } from "./preferences.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { createSession, type Identity } from "./session.ts";
import type { Button, NamedStore, Notification, Organization, Query, View } from "./types.ts";

export type InboxOptions<Data = Record<string, unknown>> = Identity & {
  /** The server's address, with its context path if there is one; the page's own origin by default. */
  apiUrl?: string | undefined;
  /** Likewise for the socket; by default the API's. */
  socketUrl?: string | undefined;
  /** Fields of the subscriber to store with the session. */
  subscriber?: Profile | undefined;
  stores?: readonly NamedStore[] | undefined;
  /** A notification that has just arrived. */
  onNew?: ((notification: Notification<Data>) => void) | undefined;
  onError?: ((error: unknown) => void) | undefined;
  /** Stands in for the server: see {@link createPreview}. */
  preview?: InboxApi | undefined;
};

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
const REFETCH_DEBOUNCE_MS = 100;

const UNREAD: Query = { read: false, snoozed: false };
const UNSEEN: Query = { seen: false, snoozed: false };

export type Inbox<Data = Record<string, unknown>> = ReturnType<typeof createInbox<Data>>;

/**
 * One subscriber's inbox. Creating it touches neither the network nor `window`, so it may be created on a server.
 * `start` opens the session, fetches counts and organization, and goes live; feeds and preferences are not fetched before
 * their `load`. `logout` ends the session, and the inbox may be started again.
 *
 * Changes are shown at once and outlive a lost connection, a reload and a closed tab. Each returns a promise that is true
 * once nothing is left to save: the server has the change, or it was undone. It is false when the server refused the change,
 * which is then taken back.
 */
export function createInbox<Data = Record<string, unknown>>(options: InboxOptions<Data>) {
  const { apiUrl, socketUrl } = resolveAddresses(options.apiUrl, options.socketUrl);
  const { applicationIdentifier, subscriberId, preview } = options;
  const stores = options.stores?.length ? options.stores : [{ storeId: DEFAULT_STORE_ID }];
  const api: InboxApi = preview ?? createInboxApi(apiUrl, options, () => session);
  const session = createSession(api.openSession);
  const organization = createStore<{ value: Organization | null }>(() => ({ value: null }));
  const undoable = createStore<{ value: Undo | null }>(() => ({ value: null }));
  const listeners = new Set<(notification: Notification<Data>) => void>();
  const settling = new Map<string, (done: boolean) => void>();
  const feeds = new Map<string, Feed>();

  /** Reports a failure, unless the session has ended or its refusal has been reported. */
  function report(error: unknown): void {
    if (session.store.getState().status === "ready") options.onError?.(error);
  }

  const outbox = createOutbox({
    name: encodeURIComponent([apiUrl, applicationIdentifier, subscriberId].join("|")),
    send: api.send,
    onChange: publish,
    onSent({ key, operation, madeAt }) {
      counts.confirm(() => cache.apply(operation, madeAt));
      settle(key, true);
      refetchSoon.schedule();
    },
    onRefused({ key }, error) {
      settle(key, false);
      report(error);
      refetchSoon.schedule();
    },
  });
  const cache = createCache(outbox.waiting);
  const counts = createCounts({ api, cache, waiting: outbox.waiting, isIn });
  const preferences = createPreferences(api, report);
  for (const query of [UNREAD, UNSEEN, ...stores.map(unreadOf)]) counts.watch(query);

  /** The feeds of a notification are known only by the stores that have it. */
  function isIn(query: Query, { id }: Notification): boolean {
    if (query.feedIdentifier === undefined) return true;
    const subject = subjectOf(query);
    return [...feeds.values()].some((feed) => subjectOf(feed.query) === subject && feed.has(id));
  }

  function publish(): void {
    for (const feed of feeds.values()) feed.publish();
    counts.publish();
  }

  function settle(key: string, done: boolean): void {
    settling.get(key)?.(done);
    settling.delete(key);
  }

  function storeOf(storeId: string): NamedStore {
    const store = stores.find((one) => one.storeId === storeId);
    if (store === undefined) throw new Error(`No store is named "${storeId}"; name it in the inbox's \`stores\``);
    return store;
  }

  function feed(storeId = stores[0]?.storeId ?? DEFAULT_STORE_ID, view: View = "all"): Feed {
    const query = queryOf(storeOf(storeId), view);
    const key = keyOf(query);
    const known = feeds.get(key);
    if (known !== undefined) return known;
    const made = createFeed(query, { api, cache, onError: report });
    feeds.set(key, made);
    return made;
  }

  function refetch(): void {
    if (session.store.getState().status !== "ready") return;
    counts.refresh().catch(report);
    for (const one of feeds.values()) void one.refresh();
  }

  /** After a run of operations, once. */
  const refetchSoon = debounce(refetch, REFETCH_DEBOUNCE_MS);

  /** An operation on its way; without `waiting` it changes nothing. */
  type Change = { done: Promise<boolean>; waiting?: Waiting };

  function add(operation: Operation, holdMs = 0): Change {
    if (!isSilent(operation)) forgetUndo();
    const waiting = outbox.add(operation, holdMs);
    return { done: new Promise((resolve) => settling.set(waiting.key, resolve)), waiting };
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

  let undoTimer: ReturnType<typeof setTimeout> | undefined;
  let undoNow: (() => void) | undefined;

  function forgetUndo(): void {
    clearTimeout(undoTimer);
    undoNow = undefined;
    if (undoable.getState().value !== null) undoable.setState({ value: null });
  }

  function offerUndo(operation: Operation, count: number, undo: () => void): void {
    clearTimeout(undoTimer);
    undoNow = undo;
    const snoozedUntil = operation.kind === "snooze" ? operation.until : undefined;
    undoable.setState({ value: { kind: operation.kind, count, until: Date.now() + UNDO_MS, snoozedUntil } });
    undoTimer = setTimeout(forgetUndo, UNDO_MS);
  }

  /** Offers to take back an operation that is held for that time. */
  function held({ done, waiting }: Change, count: number): Promise<boolean> {
    if (waiting === undefined) return done;
    offerUndo(waiting.operation, count, () => {
      if (outbox.cancel(waiting)) settle(waiting.key, true);
    });
    return done;
  }

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
    return held(add(operation, UNDO_MS), known.filter((one) => applied(one, operation, now) !== one).length);
  }

  const onHide = (): void => {
    if (typeof document === "undefined" || document.visibilityState === "hidden") release();
  };

  /** Sends what could still be taken back: the page, or the list, is being left. */
  function release(): void {
    forgetUndo();
    outbox.release();
  }

  function receive(notification: Notification): void {
    cache.put([notification]);
    const typed = asTyped<Data>(notification);
    options.onNew?.(typed);
    for (const listener of listeners) listener(typed);
  }

  let running: { stop(): void } | null = null;

  function start(): void {
    if (running !== null || (preview === undefined && (applicationIdentifier === "" || subscriberId === ""))) return;
    let live: { stop(): void } | null = null;

    const opening = retryUntilDone(session.authorize, (error) => {
      logOnce("failed to initialize the session", error);
      options.onError?.(error);
      return isRefusal(error);
    });
    void opening.done.then((opened) => {
      if (!opened) return;
      if (preview === undefined) {
        live = startLiveUpdates({
          url: `${socketUrl}/v1/inbox/socket`,
          token: session.authorize,
          onNotification: receive,
          onCounts({ unread, unseen }) {
            if (unread !== undefined) counts.receive(UNREAD, unread);
            if (unseen !== undefined) counts.receive(UNSEEN, unseen);
          },
          refetch,
        });
      } else {
        live =
          preview.listen?.(
            (notification) => {
              receive(notification);
              refetch();
            },
            () => void preferences.load(),
          ) ?? null;
      }
      outbox.open();
      refetch();
      api.organization().then((value) => organization.setState({ value }), report);
    });
    globalThis.addEventListener?.("online", refetch);
    globalThis.addEventListener?.("pagehide", release);
    globalThis.document?.addEventListener("visibilitychange", onHide);

    running = {
      stop() {
        opening.cancel();
        live?.stop();
        refetchSoon.cancel();
        globalThis.removeEventListener?.("online", refetch);
        globalThis.removeEventListener?.("pagehide", release);
        globalThis.document?.removeEventListener("visibilitychange", onHide);
      },
    };
  }

  /** Ends the session: removes the token, disconnects, and forgets what was shown. What was not sent stays stored. */
  function logout(): void {
    if (running !== null) release();
    running?.stop();
    running = null;
    outbox.close();
    for (const key of [...settling.keys()]) settle(key, true);
    session.end();
    cache.clear();
    counts.reset();
    preferences.reset();
    organization.setState({ value: null });
    for (const one of feeds.values()) one.reset();
  }

  return {
    session: session.store,
    organization,
    preferences,
    counts,
    /** Numbers over all stores. */
    UNREAD,
    UNSEEN,
    stores,
    /** Returns one view of a store; throws for an unknown store. Without a name, the first one. */
    feed,
    /** The last operation that can be taken back. */
    undoable,

    read: (ids: string | readonly string[]) => change(ids, { kind: "read", ids: [] }).done,
    unread: (ids: string | readonly string[]) => change(ids, { kind: "unread", ids: [] }).done,
    seen: (ids: string | readonly string[]) => change(ids, { kind: "seen", ids: [] }).done,
    archive,
    unarchive: (ids: string | readonly string[]) => change(ids, { kind: "unarchive", ids: [] }).done,
    /** Hides notifications until a moment, when they come back unread at the top. */
    snooze: (ids: string | readonly string[], until: Date) =>
      held(change(ids, { kind: "snooze", ids: [], until: until.toISOString() }, UNDO_MS), [ids].flat().length),
    unsnooze: (ids: string | readonly string[]) => change(ids, { kind: "unsnooze", ids: [] }).done,
    delete: (ids: string | readonly string[]) =>
      held(change(ids, { kind: "delete", ids: [] }, UNDO_MS), [ids].flat().length),
    /** Notes that a button was pressed. */
    complete: (id: string, button: Button) => change(id, { kind: "complete", ids: [], button }).done,
    revert: (id: string, button: Button) => change(id, { kind: "revert", ids: [], button }).done,

    /** Changes of everything in a store, loaded or not, up to the newest that is known. */
    readAll: (storeId?: string) => all("read-all", storeId),
    seenAll: (storeId?: string) => all("seen-all", storeId),
    archiveAll: (storeId?: string) => all("archive-all", storeId),
    archiveRead: (storeId?: string) => all("archive-read", storeId),
    deleteAll: (storeId?: string, view?: View) => all("delete-all", storeId, view),

    /** Takes back the operation under `undoable`. */
    undo(): void {
      const undo = undoNow;
      forgetUndo();
      undo?.();
    },
    /** Sends what could still be taken back, as when the list is closed. */
    release,

    /** Counts what a query finds, exactly, from now on: read it by `counts.get`. */
    watchCount(query: Query): void {
      if (counts.watch(query)) refetchSoon.schedule();
    },
    /** Notes for the operator that something happened in the inbox. */
    log: (name: string, payload?: Record<string, unknown>): Promise<void> => api.log(name, payload).catch(report),
    /** Calls the listener for every notification that arrives. Returns the function that unsubscribes it. */
    onNotification(listener: (notification: Notification<Data>) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refetch,
    start,
    logout,
  };
}

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(notification: Notification) => notification as Notification<Data>;
