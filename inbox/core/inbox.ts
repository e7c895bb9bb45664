import { createStore } from "zustand/vanilla";
import { resolveAddresses } from "./addresses.ts";
import { createInboxApi, type InboxApi, type Profile } from "./api.ts";
import { createCache } from "./cache.ts";
import { createChanges } from "./changes.ts";
import { createCounts } from "./counts.ts";
import { debounce } from "./debounce.ts";
import { createFeed, type Feed } from "./feed.ts";
import { DEFAULT_STORE_ID, keyOf, queryOf, unreadOf } from "./filters.ts";
import { isRefusal } from "./http.ts";
import { startLiveUpdates } from "./live.ts";
import { logOnce } from "./log-once.ts";
import { createOutbox, listen } from "./outbox.ts";
import { createPreferences } from "./preferences.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { createSession, type Identity, type InboxContexts } from "./session.ts";
import type { NamedStore, Notification, Organization, Query, View } from "./types.ts";

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
  const { applicationIdentifier, subscriberId, context, preview } = options;
  const api: InboxApi = preview ?? createInboxApi(apiUrl, options, () => session);
  const missing = preview === undefined ? missingOf(options) : undefined;
  const session = createSession(api.openSession, missing);
  const organization = createStore<{ value: Organization | null }>(() => ({ value: null }));
  const listeners = new Set<(notification: Notification<Data>) => void>();

  /** Reports a failure, unless the session has ended or its refusal has been reported. */
  function report(error: unknown): void {
    if (session.store.getState().status === "ready") options.onError?.(error);
  }

  /** After a run of operations, once. */
  const refetchSoon = debounce(refetch, REFETCH_DEBOUNCE_MS);
  const outbox = createOutbox({
    name: encodeURIComponent([apiUrl, applicationIdentifier, subscriberId, ...contextNames(context)].join("|")),
    send: api.send,
    onChange: publish,
    onSent({ operation, madeAt }) {
      counts.confirm(() => cache.apply(operation, madeAt));
      refetchSoon.schedule();
    },
    onRefused(error) {
      report(error);
      refetchSoon.schedule();
    },
  });
  const cache = createCache(outbox.waiting);
  const stores = createStore<{ value: readonly NamedStore[] }>(() => ({ value: storesOf(options.stores) }));
  const feeds = new Map<string, Feed>();
  const counts = createCounts({ api, cache, outbox, feeds });
  // What was fetched meanwhile may lack what was taken back.
  const changes = createChanges({ cache, outbox, feed, onUndone: refetchSoon.schedule });
  const preferences = createPreferences(api, report);
  for (const query of [UNREAD, UNSEEN, ...stores.getState().value.map(unreadOf)]) counts.watch(query);

  function publish(): void {
    for (const one of feeds.values()) one.publish();
    counts.publish();
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
    const added = value.filter((store) => counts.watch(unreadOf(store)));
    if (added.length > 0) refetchSoon.schedule();
  }

  function refetch(): void {
    if (session.store.getState().status !== "ready") return;
    counts.refresh().catch(report);
    for (const one of feeds.values()) void one.refresh();
  }

  const onHide = (): void => {
    if (document.visibilityState === "hidden") leave();
  };

  /** Sends what could still be taken back: the page is being left, and may have no time for more. */
  function leave(): void {
    outbox.leave();
    changes.release();
  }

  let arrived: Notification[] = [];

  /** Puts what has arrived on top of the lists, a burst at once. Listeners find it there. */
  function showArrived(): void {
    const all = arrived;
    arrived = [];
    cache.put(all);
    for (const one of feeds.values()) one.receive(all);
    for (const one of asTyped<Data>(all)) {
      options.onNew?.(one);
      for (const listener of listeners) listener(one);
    }
  }

  const receive = (notification: Notification) => arrived.push(notification);

  /** Ends what `start` has begun. */
  let stop: (() => void) | undefined;

  function start(): void {
    if (stop !== undefined) return;
    if (missing !== undefined) {
      logOnce(missing);
      return;
    }
    let live: { stop(): void } | undefined;
    const refreshPreferences = (): void => void preferences.refresh();

    const opening = retryUntilDone(session.authorize, (error) => {
      logOnce("no session", error);
      options.onError?.(error);
      return isRefusal(error);
    });
    void opening.done.then((opened) => {
      if (!opened) return;
      if (preview === undefined)
        live = startLiveUpdates({
          url: `${socketUrl}/v1/inbox/socket`,
          token: session.authorize,
          onNotification: receive,
          onCounts({ unread, unseen }) {
            if (unread !== undefined) counts.receive(UNREAD, unread);
            if (unseen !== undefined) counts.receive(UNSEEN, unseen);
            showArrived();
          },
          onPreferences: refreshPreferences,
          refetch,
        });
      else
        live = preview.listen?.((notification) => {
          receive(notification);
          showArrived();
          refetch();
        }, refreshPreferences);
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

    stop = () => {
      opening.cancel();
      live?.stop();
      refetchSoon.cancel();
      ended.abort();
    };
  }

  /** Ends the session: sends what was held, removes the token, disconnects, and forgets what was shown. What could not be sent stays stored. */
  function logout(): void {
    if (stop !== undefined) leave();
    stop?.();
    stop = undefined;
    outbox.close();
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

    ...changes,

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

/** The ids of contexts by their types, in one order: tabs with the same share what they know. */
const contextNames = (contexts: InboxContexts = {}): string[] =>
  Object.entries(contexts)
    .map(([type, given]) => type + (Object(given).id ?? given))
    .sort();

/** Why there can be no session: a page may not know its subscriber yet. */
function missingOf(identity: Identity): string | undefined {
  const name = (["applicationIdentifier", "subscriberId"] as const).find((field) => !identity[field]);
  return name && `nothing is shown: ${name} is empty`;
}

const storesOf = (stores: readonly NamedStore[] | undefined): readonly NamedStore[] =>
  stores?.length ? stores : [{ storeId: DEFAULT_STORE_ID }];

const unknownStore = (storeId = "") => new Error(`No store is named "${storeId}": add it to \`stores\``);

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(notifications: Notification[]) => notifications as Notification<Data>[];
