import { createStore } from "zustand/vanilla";
import type { InAppMessage } from "#contract/messages.ts";
import type { WidgetOrganization } from "#contract/widgets.ts";
import { resolveAddresses } from "./addresses.ts";
import { createInboxApi, type FeedQuery } from "./api.ts";
import { createCountsStore } from "./counts-store.ts";
import { createFeedStore, type FeedStore } from "./feed-store.ts";
import { isRefusal } from "./http.ts";
import { startLiveUpdates } from "./live.ts";
import { logOnce } from "./log-once.ts";
import { createMarking } from "./marking.ts";
import { createPendingMarks } from "./marks.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { createSession, type SessionCredentials } from "./session.ts";

export const DEFAULT_STORE_ID = "default_store";

/** A named feed and what it shows. */
export type NamedFeed = { storeId: string; query?: FeedQuery };

export type InboxOptions = SessionCredentials & {
  apiUrl?: string | undefined;
  socketUrl?: string | undefined;
  stores?: readonly NamedFeed[] | undefined;
  /** A message that has just arrived by socket. */
  onNew?: ((message: InAppMessage) => void) | undefined;
  onError?: ((error: unknown) => void) | undefined;
};

export type Inbox = ReturnType<typeof createInbox>;

/**
 * One subscriber's inbox. Creating it touches neither the network nor `window`, so it may be created on a server.
 * `start` opens the session, fetches counts and organization, and goes live; feeds are not fetched before their `load`.
 * `stop` logs out, and the inbox may be started again.
 */
export function createInbox(options: InboxOptions) {
  const { apiUrl, socketUrl } = resolveAddresses(options.apiUrl, options.socketUrl);
  const organization = createStore<{ value: WidgetOrganization | null }>(() => ({ value: null }));
  const listeners = new Set<(message: InAppMessage) => void>();
  const pending = createPendingMarks();
  const session = createSession(apiUrl, options);
  const api = createInboxApi(apiUrl, session);

  /** Reports a failure, unless the session has ended or its refusal has been reported. */
  function report(error: unknown): void {
    if (session.store.getState().status === "ready") options.onError?.(error);
  }

  const stores = options.stores ?? [{ storeId: DEFAULT_STORE_ID }];
  const feeds = new Map(
    stores.map(({ storeId, query }) => [storeId, createFeedStore(query ?? {}, { api, pending, onError: report })]),
  );
  const counts = createCountsStore(api.counts, stores[0]?.query?.feedIdentifier);

  function feed(storeId = DEFAULT_STORE_ID): FeedStore {
    const store = feeds.get(storeId);
    if (store === undefined) throw new Error(`No store is named "${storeId}"; name it in the inbox's \`stores\``);
    return store;
  }

  function refetch(): void {
    if (session.store.getState().status !== "ready") return;
    counts.refresh().catch(report);
    for (const store of feeds.values()) void store.refresh();
  }

  const marking = createMarking({ api, feeds: () => [...feeds.values()], counts, pending, refetch, onError: report });
  let running: { stop(): void } | null = null;

  function start(): void {
    if (running !== null || !session.isComplete) return;
    let live: { stop(): void } | null = null;

    const opening = retryUntilDone(session.authorize, (error) => {
      logOnce("failed to initialize the session", error);
      options.onError?.(error);
      return isRefusal(error);
    });
    void opening.done.then((opened) => {
      if (!opened) return;
      live = startLiveUpdates({
        url: async () => `${socketUrl}/v1/inbox/socket?token=${encodeURIComponent(await session.authorize())}`,
        onMessage: (message) => {
          options.onNew?.(message);
          for (const listener of listeners) listener(message);
        },
        onCounts: counts.receive,
        refetch,
      });
      refetch();
      api.organization().then((value) => organization.setState({ value }), report);
    });
    addEventListener("online", refetch);

    running = {
      stop() {
        opening.cancel();
        live?.stop();
        removeEventListener("online", refetch);
      },
    };
  }

  function stop(): void {
    running?.stop();
    running = null;
    session.end();
    pending.clear();
    counts.reset();
    organization.setState({ value: null });
    for (const store of feeds.values()) store.reset();
  }

  return {
    session: session.store,
    counts: counts.store,
    organization,
    /** Returns the feed of a store; throws for an unknown one. */
    feed,
    /** Marks loaded messages; false when the server refused and the mark was rolled back. */
    mark: marking.mark,
    markAll: (as: "read" | "seen", storeId?: string) => marking.markAll(as, feed(storeId)),
    /** Calls the listener for every message that arrives by socket. Returns the function that unsubscribes it. */
    onMessage(listener: (message: InAppMessage) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    stop,
  };
}
