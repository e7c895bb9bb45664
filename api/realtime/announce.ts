import type { MarkAs } from "#contract/constants/statuses.ts";
import type { Database } from "#db/client.ts";
import { publish } from "#db/notify.ts";
import type { LoggedCall } from "../caller.ts";

type Count = "unseen" | "unread";

/**
 * Lets open inboxes, here and on other processes, show their new counts, each once; where none moved, they are told that something has
 * changed. Subscribers are named by Belfry's id.
 */
export async function announce(
  db: Database,
  { scope, log }: LoggedCall,
  subscriberIds: readonly string[],
  counts: readonly Count[],
): Promise<void> {
  const kinds = counts.length === 0 ? (["changed"] as const) : [...new Set(counts)];
  await publishOf(db, { scope, log }, subscriberIds, kinds);
}

/** Lets open inboxes fetch what their subscribers have chosen. */
export const announcePreferences = (
  db: Database,
  call: Pick<LoggedCall, "scope" | "log">,
  subscriberIds: readonly string[],
): Promise<void> => publishOf(db, call, subscriberIds, ["preferences"]);

async function publishOf(
  db: Database,
  { scope, log }: Pick<LoggedCall, "scope" | "log">,
  subscriberIds: readonly string[],
  kinds: readonly (Count | "changed" | "preferences")[],
): Promise<void> {
  const { environmentId } = scope;
  const events = subscriberIds.flatMap((subscriberId) => kinds.map((kind) => ({ kind, environmentId, subscriberId })));
  if (events.length === 0) return;
  try {
    await publish(db, events);
  } catch (err) {
    // What was asked for is stored; an inbox that was not notified shows it with its next fetch.
    log.warn({ err }, "open inboxes could not be notified of a change");
  }
}

/** The count that a mark moves. */
export const countOf = (mark: MarkAs): Count => (mark === "read" || mark === "unread" ? "unread" : "unseen");

/** The counts that setting these flags moves. */
export const countsOf = (flags: { seen?: boolean; read?: boolean }): Count[] => [
  ...(flags.seen === undefined ? [] : (["unseen"] as const)),
  ...(flags.read === undefined ? [] : (["unread"] as const)),
];

/** The counts that a change has moved. */
export const countsThat = (moved: { unseen: boolean; unread: boolean }): Count[] =>
  (["unseen", "unread"] as const).filter((count) => moved[count]);
