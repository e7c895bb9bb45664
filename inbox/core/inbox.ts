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
import { createOutbox, listen, type Waiting } from "./outbox.ts";
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
/** As long while somebody points at the button. */
const KEPT_UNDO_MS = 3_600_000;
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
  const stores = createStore<{ value: readonly NamedStore[] }>(() => ({ value: storesOf(options.stores) }));
  const api: InboxApi = preview ?? createInboxApi(apiUrl, options, () => session);
  const missing = preview === undefined ? missingOf(options) : undefined;
  const session = createSession(api.openSession, missing);
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
  const counts = createCounts({ api, cache, waiting: outbox.waiting, isSending: outbox.isSending, isIn });
  const preferences = createPreferences(api, report);
  for (const query of [UNREAD, UNSEEN, ...stores.getState().value.map(unreadOf)]) counts.watch(query);

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

  /** Without a name, the first store; undefined for an unknown one. */
  function storeOf(storeId?: string): NamedStore | undefined {
    const all = stores.getState().value;
    return storeId === undefined ? all[0] : all.find((one) => one.storeId === storeId);
  }

  function feed(storeId?: string, view: View = "all"): Feed {
    const store = storeOf(storeId);
    if (store === undefined) throw unknownStore(storeId);
    const query = queryOf(store, view);
    const key = keyOf(query);
    const known = feeds.get(key);
    if (known !== undefined) return known;
    const made = createFeed(query, { api, cache, onError: report, onGone });
    feeds.set(key, made);
    return made;
  }

  /** Forgets one that no list has any more, so that it is not counted, either. */
  function onGone(id: string): void {
    if (![...feeds.values()].some((one) => one.has(id))) cache.drop(id);
  }

  /** Takes other stores from now on; equal ones change nothing. */
  function setStores(given: readonly NamedStore[] | undefined): void {
    const value = storesOf(given);
    if (JSON.stringify(value) === JSON.stringify(stores.getState().value)) return;
    stores.setState({ value });
    const isNew = value.map(unreadOf).filter((query) => counts.watch(query)).length > 0;
    if (isNew) refetchSoon.schedule();
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

  /** Adds an operation. The one before is sent, unless this one joins it, or is none of the subscriber's own: that one was seen. */
  function add(operation: Operation, holdMs = 0): Change {
    if (!isSilent(operation) && !joins(operation)) release();
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
  /** Functions that `undo` calls, each with the operation that is held for it. */
  let undos: { undo: () => void; waiting?: Waiting | undefined }[] = [];

  function forgetUndo(): void {
    clearTimeout(undoTimer);
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
    clearTimeout(undoTimer);
    const until = Date.now() + (kept ? KEPT_UNDO_MS : UNDO_MS);
    undoable.setState({ value: { ...value, until } });
    outbox.hold(
      undos.flatMap(({ waiting }) => waiting ?? []),
      until,
    );
    undoTimer = setTimeout(forgetUndo, until - Date.now());
  }

  /** Offers to take back an operation that is held for that time. */
  function held({ done, waiting }: Change, count: number): Promise<boolean> {
    if (waiting === undefined) return done;
    const undo = (): void => {
      if (outbox.cancel(waiting)) settle(waiting.key, true);
    };
    offerUndo(waiting.operation, count, undo, waiting);
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
    const count = known.filter((one) => applied(one, operation, now) !== one).length;
    return held(add(operation, UNDO_MS), count);
  }

  const marking = (kind: "read" | "unread" | "seen" | "unarchive" | "unsnooze") => (ids: string | readonly string[]) =>
    change(ids, { kind, ids: [] }).done;
  const markingAll = (kind: BulkKind) => (storeId?: string, view?: View) => all(kind, storeId, view);

  const onHide = (): void => {
    if (document.visibilityState === "hidden") leave();
  };

  /** Sends what could still be taken back: the page is being left, and may have no time for more. */
  function leave(): void {
    forgetUndo();
    outbox.leave();
  }

  /** Sends what could still be taken back: the list is being left. */
  function release(): void {
    forgetUndo();
    outbox.release();
  }

  let arrived: Notification[] = [];

  /** Puts what has arrived on top of the lists, a burst at once. Listeners find it there. */
  function showArrived(): void {
    const all = arrived;
    arrived = [];
    cache.put(all);
    for (const feed of feeds.values()) feed.receive(all);
    for (const one of asTyped<Data>(all)) {
      options.onNew?.(one);
      for (const listener of listeners) listener(one);
    }
  }

  const receive = (notification: Notification) => arrived.push(notification);

  let running: { stop(): void } | null = null;

  function start(): void {
    if (running !== null) return;
    if (missing !== undefined) {
      logOnce(missing);
      return;
    }
    let live: { stop(): void } | null = null;

    const opening = retryUntilDone(session.authorize, (error) => {
      logOnce("no session", error);
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
            showArrived();
          },
          onPreferences: () => void preferences.refresh(),
          refetch,
        });
      } else {
        live =
          preview.listen?.(
            (notification) => {
              receive(notification);
              showArrived();
              refetch();
            },
            () => void preferences.refresh(),
          ) ?? null;
      }
      onThisPage.add(session);
      outbox.open();
      refetch();
      api.organization().then((value) => organization.setState({ value }), report);
    });
    const ended = new AbortController();
    const { signal } = ended;
    listen("online", refetch, signal);
    listen("pagehide", leave, signal);
    globalThis.document?.addEventListener("visibilitychange", onHide, { signal });

    running = {
      stop() {
        opening.cancel();
        live?.stop();
        refetchSoon.cancel();
        ended.abort();
      },
    };
  }

  /** Ends the session: sends what was held, removes the token, disconnects, and forgets what was shown. What could not be sent stays stored. */
  function logout(): void {
    if (running !== null) leave();
    running?.stop();
    running = null;
    outbox.close();
    for (const key of [...settling.keys()]) settle(key, true);
    session.end();
    onThisPage.delete(session);
    // One token is published at a time.
    [...onThisPage].at(-1)?.publish();
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
    /** The named stores, which may change at any time. */
    stores,
    setStores,
    /** Returns one view of a store; throws for an unknown store. Without a name, the first one. */
    feed,
    /** Returns a store; undefined for an unknown one. Without a name, the first one. */
    storeOf,
    /** Reports a store that a page shows and has not named. */
    reportUnknownStore: (storeId: string): void => options.onError?.(unknownStore(storeId)),
    /** The last operation that can be taken back. */
    undoable,

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

    /** Takes back the operation under `undoable`. */
    undo(): void {
      const taken = undos;
      forgetUndo();
      for (const { undo } of taken) undo();
      // A list may have been fetched without them.
      refetchSoon.schedule();
    },
    keepUndo,
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

/** Sessions of the inboxes that a page has at the same time. */
const onThisPage = new Set<ReturnType<typeof createSession>>();

/** Why there can be no session: a page may not know its subscriber yet. */
function missingOf({ applicationIdentifier, subscriberId }: Identity): string | undefined {
  const name = !applicationIdentifier ? "applicationIdentifier" : !subscriberId ? "subscriberId" : undefined;
  return name && `nothing is shown: ${name} is empty`;
}

const storesOf = (stores: readonly NamedStore[] | undefined): readonly NamedStore[] =>
  stores?.length ? stores : [{ storeId: DEFAULT_STORE_ID }];

const unknownStore = (storeId = "") => new Error(`No store is named "${storeId}": add it to \`stores\``);

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(notifications: Notification[]) => notifications as Notification<Data>[];
