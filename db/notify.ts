import { z } from "zod";
import type { Database } from "./client.ts";

/**
 * What happened to an inbox, for whoever holds its sockets; subscribers are named by Belfry's id. `received` implies both
 * counts. `proofDemanded` says that sessions of the environment which were opened without a proof may have ended.
 */
export type InboxEvent =
  | { kind: "received"; environmentId: string; subscriberId: string; messageId: string }
  | { kind: "unseen" | "unread"; environmentId: string; subscriberId: string }
  | { kind: "proofDemanded"; environmentId: string };

export const INBOX_CHANNEL = "belfry_inbox";

/** Postgres takes payloads of less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

const ids = z.array(z.string());

/** One notification: events of one environment. `received` holds pairs of subscriber and message. */
const Payload = z.object({
  environmentId: z.string(),
  received: z.array(z.tuple([z.string(), z.string()])),
  unseen: ids,
  unread: ids,
  proofDemanded: z.boolean(),
});
type Payload = z.infer<typeof Payload>;

/**
 * Tells every API process what happened, many events to a notification, in one statement. Call it after the transaction
 * that made it so: inside one, Postgres would let commits wait for each other.
 */
export async function publish(db: Database, events: readonly InboxEvent[]): Promise<void> {
  const payloads = packed(events);
  if (payloads.length === 0) return;
  await db.$hot`select pg_notify(${INBOX_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`;
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
        environmentId: event.environmentId,
        received: [],
        unseen: [],
        unread: [],
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
  const { environmentId, received, unseen, unread, proofDemanded } = Payload.parse(JSON.parse(text));
  const all = (kind: "unseen" | "unread", subscriberIds: string[]): InboxEvent[] =>
    subscriberIds.map((subscriberId) => ({ kind, environmentId, subscriberId }));
  return [
    ...received.map(
      ([subscriberId, messageId]): InboxEvent => ({ kind: "received", environmentId, subscriberId, messageId }),
    ),
    ...all("unseen", unseen),
    ...all("unread", unread),
    ...(proofDemanded ? [{ kind: "proofDemanded" as const, environmentId }] : []),
  ];
}
