import { createStore } from "zustand/vanilla";
import { resolveAddresses } from "./addresses.ts";
import { createInboxApi, type InboxApi, type Profile } from "./api.ts";
import { createCache } from "./cache.ts";
import { createChanges } from "./changes.ts";
import { createCounts } from "./counts.ts";
import { debounce } from "./debounce.ts";
import { createFeeds, unknownStore } from "./feeds.ts";
import { unreadOf } from "./filters.ts";
import { isRefusal } from "./http.ts";
import { startLiveUpdates } from "./live.ts";
import { logOnce } from "./log-once.ts";
import { createOutbox, listen } from "./outbox.ts";
import { createPreferences } from "./preferences.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { createSession, type Identity } from "./session.ts";
import type { NamedStore, Notification, Organization, Query } from "./types.ts";
import { createUndo } from "./undo.ts";

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
  const { applicationIdentifier, subscriberId, preview } = options;
  const api: InboxApi = preview ?? createInboxApi(apiUrl, options, () => session);
  const missing = preview === undefined ? missingOf(options) : undefined;
  const session = createSession(api.openSession, missing);
  const organization = createStore<{ value: Organization | null }>(() => ({ value: null }));
  const listeners = new Set<(notification: Notification<Data>) => void>();

  /** Reports a failure, unless the session has ended or its refusal has been reported. */
  function report(error: unknown): void {
    if (session.store.getState().status === "ready") options.onError?.(error);
  }

  const outbox = createOutbox({
    name: encodeURIComponent([apiUrl, applicationIdentifier, subscriberId].join("|")),
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
  const feeds = createFeeds(options.stores, { api, cache, onError: report });
  const { stores, storeOf, feed } = feeds;
  const counts = createCounts({ api, cache, waiting: outbox.waiting, isSending: outbox.isSending, isIn: feeds.isIn });
  const undo = createUndo(outbox.hold);
  const preferences = createPreferences(api, report);
  for (const query of [UNREAD, UNSEEN, ...stores.getState().value.map(unreadOf)]) counts.watch(query);

  function publish(): void {
    for (const one of feeds.all()) one.publish();
    counts.publish();
  }

  /** Takes other stores from now on; equal ones change nothing. */
  function setStores(given: readonly NamedStore[] | undefined): void {
    if (!feeds.setStores(given)) return;
    const added = stores.getState().value.filter((store) => counts.watch(unreadOf(store)));
    if (added.length > 0) refetchSoon.schedule();
  }

  function refetch(): void {
    if (session.store.getState().status !== "ready") return;
    counts.refresh().catch(report);
    for (const one of feeds.all()) void one.refresh();
  }

  /** After a run of operations, once. */
  const refetchSoon = debounce(refetch, REFETCH_DEBOUNCE_MS);

  const onHide = (): void => {
    if (document.visibilityState === "hidden") leave();
  };

  /** Sends what could still be taken back: the page is being left, and may have no time for more. */
  function leave(): void {
    undo.forget();
    outbox.leave();
  }

  let arrived: Notification[] = [];

  /** Puts what has arrived on top of the lists, a burst at once. Listeners find it there. */
  function showArrived(): void {
    const all = arrived;
    arrived = [];
    cache.put(all);
    for (const one of feeds.all()) one.receive(all);
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
    session.end();
    onThisPage.delete(session);
    // One token is published at a time.
    [...onThisPage].at(-1)?.publish();
    cache.clear();
    counts.reset();
    preferences.reset();
    organization.setState({ value: null });
    for (const one of feeds.all()) one.reset();
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
    undoable: undo.store,

    ...createChanges({ cache, outbox, undo, feed }),

    /** Takes back the operation under `undoable`. */
    undo(): void {
      undo.undo();
      // A list may have been fetched without them.
      refetchSoon.schedule();
    },
    keepUndo: undo.keep,

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

/** The page alone knows the shape of what a workflow puts into `data`. */
const asTyped = <Data>(notifications: Notification[]) => notifications as Notification<Data>[];
