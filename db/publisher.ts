import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./client.ts";
import { hasLocalListener, type InboxEvent, notifyLocally, notifyOthers } from "./notify.ts";

/**
 * How long events are collected for other processes when this one has served its own sockets, in milliseconds: one
 * notification for many events.
 */
const COLLECT_MS = 20;

/** Publishes to inboxes in the background: what comes while a notification is under way goes out with the next one. */
export interface Publisher {
  publish(events: readonly InboxEvent[]): void;
  /** Settles when everything has been published. */
  flushed(): Promise<void>;
}

/** Inboxes that miss a notification read their counts again when they reconnect, so a failed one is only logged. */
export function createPublisher(db: Database, onError: (error: unknown) => void): Publisher {
  let waiting: InboxEvent[] = [];
  let sending: Promise<void> | null = null;
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (hasLocalListener()) await sleep(COLLECT_MS);
      const batch = waiting;
      waiting = [];
      await notifyOthers(db, batch).catch(onError);
    }
    sending = null;
  };
  return {
    publish(events) {
      if (events.length === 0) return;
      notifyLocally(events);
      waiting.push(...events);
      sending ??= send();
    },
    flushed: () => sending ?? Promise.resolve(),
  };
}
