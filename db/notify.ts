import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "./client.ts";
import { valuesOf } from "./sql/rows.ts";

/**
 * A change in an inbox, for the process that holds its sockets; subscribers are named by Belfry's id. `received` implies both
 * counts; `changed` is a change that moved neither of them, `preferences` one of what the subscriber chose. `proofDemanded` says that sessions of the environment which were opened without a proof may have ended.
 */
export type InboxEvent =
  | { kind: "received"; environmentId: string; subscriberId: string; messageId: string }
  | { kind: SubscriberEvent; environmentId: string; subscriberId: string }
  | { kind: "proofDemanded"; environmentId: string };

type SubscriberEvent = "unseen" | "unread" | "changed" | "preferences";

const INBOX_CHANNEL = "belfry_inbox";

/** Identifies this process in its notifications, and is how they begin. */
const ORIGIN = randomUUID();
const OWN = `{"origin":"${ORIGIN}"`;

/** How a text begins that only checks whether notifications arrive. */
const PROBE = "probe ";

/** Probes of this process that are under way, by their text. */
const probes = new Map<string, () => void>();

type Listener = (events: readonly InboxEvent[]) => void;

/** Those of this process: they receive its own events at once, and those of others by Postgres. */
const listeners = new Set<Listener>();

/** Whether events that are published here have a listener in this process. */
export const hasLocalListener = (): boolean => listeners.size > 0;

/** Postgres takes payloads of less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

const ids = z.array(z.string());

/**
 * One notification: events of one environment. `received` holds pairs of subscriber and message; `origin` is the process
 * that sent it.
 */
const Payload = z.object({
  origin: z.string(),
  environmentId: z.string(),
  received: z.array(z.tuple([z.string(), z.string()])),
  unseen: ids,
  unread: ids,
  changed: ids,
  /** Left out by a version that has none: during an upgrade both use the same database. */
  preferences: ids.default([]),
  proofDemanded: z.boolean(),
});
type Payload = z.infer<typeof Payload>;

/** Passes events to the listeners of this process. Others receive them by `notifyOthers`. */
export function notifyLocally(events: readonly InboxEvent[]): void {
  for (const listener of listeners) listener(events);
}

/** Passes events to every API process: to this one at once, to others by a notification of Postgres. */
export async function publish(db: Database, events: readonly InboxEvent[]): Promise<void> {
  notifyLocally(events);
  await notifyOthers(db, events);
}

/**
 * Notifies the other processes, many events to a notification, in one statement. Call it after the transaction that
 * stored the change: inside one, Postgres would let commits wait for each other.
 */
export async function notifyOthers(db: Database, events: readonly InboxEvent[]): Promise<void> {
  const payloads = packed(events);
  if (payloads.length === 0) return;
  await db.$hot`select pg_notify(${INBOX_CHANNEL}, payload) from ${valuesOf(db.$hot, "text", payloads)} as payload`;
}

/**
 * Listens to the events of all processes until `unlisten` is called. `connected` runs whenever the connection to Postgres is
 * made, again after it was lost; `unreadable` receives the error about a text of another version of Belfry.
 */
export async function listenToInboxes(
  db: Database,
  on: { events: Listener; connected: () => void; unreadable: (error: unknown) => void },
): Promise<{ unlisten: () => Promise<void> }> {
  const receive = (text: string): void => {
    if (text.startsWith(OWN)) return;
    if (text.startsWith(PROBE)) {
      probes.get(text)?.();
      return;
    }
    try {
      on.events(unpacked(text));
    } catch (error) {
      on.unreadable(error);
    }
  };
  const { unlisten } = await db.$client.listen(INBOX_CHANNEL, receive, on.connected);
  listeners.add(on.events);
  return {
    async unlisten() {
      listeners.delete(on.events);
      await unlisten();
    },
  };
}

/**
 * Settles once a notification of this process has come back by the way that events of others take; rejects when the signal aborts before.
 * It uses their channel: of several, the driver does not listen to all again after its connection was lost.
 */
export async function checkNotifications(db: Database, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const text = `${PROBE}${randomUUID()}`;
  const received = new Promise<void>((resolve, reject) => {
    probes.set(text, resolve);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    await Promise.all([db.$client`select pg_notify(${INBOX_CHANNEL}, ${text})`, received]);
  } finally {
    probes.delete(text);
  }
}

export function packed(events: readonly InboxEvent[]): string[] {
  const full: Payload[] = [];
  const open = new Map<string, { payload: Payload; bytes: number }>();
  for (const event of events) {
    // Ids are ASCII: 36 characters, two quotes and a comma each, and brackets around a pair.
    const bytes = event.kind === "received" ? 81 : 39;
    let current = open.get(event.environmentId);
    if (!current || current.bytes + bytes > MAX_PAYLOAD_BYTES) {
      if (current) full.push(current.payload);
      const payload = {
        origin: ORIGIN,
        environmentId: event.environmentId,
        received: [],
        unseen: [],
        unread: [],
        changed: [],
        preferences: [],
        proofDemanded: false,
      };
      current = { payload, bytes: JSON.stringify(payload).length };
      open.set(event.environmentId, current);
    }
    current.bytes += bytes;
    if (event.kind === "proofDemanded") current.payload.proofDemanded = true;
    else if (event.kind === "received") current.payload.received.push([event.subscriberId, event.messageId]);
    else current.payload[event.kind].push(event.subscriberId);
  }
  return [...full, ...[...open.values()].map(({ payload }) => payload)].map((payload) => JSON.stringify(payload));
}

/** Reads a notification back. Throws for a text that `packed` did not make. */
export function unpacked(text: string): InboxEvent[] {
  const { environmentId, received, unseen, unread, changed, preferences, proofDemanded } = Payload.parse(
    JSON.parse(text),
  );
  const all = (kind: SubscriberEvent, subscriberIds: string[]): InboxEvent[] =>
    subscriberIds.map((subscriberId) => ({ kind, environmentId, subscriberId }));
  return [
    ...received.map(
      ([subscriberId, messageId]): InboxEvent => ({ kind: "received", environmentId, subscriberId, messageId }),
    ),
    ...all("unseen", unseen),
    ...all("unread", unread),
    ...all("changed", changed),
    ...all("preferences", preferences),
    ...(proofDemanded ? [{ kind: "proofDemanded" as const, environmentId }] : []),
  ];
}
