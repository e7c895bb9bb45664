import { randomUUID } from "node:crypto";
import type { Database } from "./client.ts";

/** Checks that notifications of Postgres reach this process. */
export interface NotifyProbe {
  /** Settles once a notification that it sends has come back; rejects when the signal aborts before. */
  check(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a channel that no other process knows. The driver has one connection for all that a process listens to: what comes back on
 * this channel came by the way that changes in inboxes take.
 */
export async function openNotifyProbe(db: Database): Promise<NotifyProbe> {
  const channel = `belfry_probe_${randomUUID()}`;
  const waiting = new Map<string, () => void>();
  const { unlisten } = await db.$client.listen(channel, (sent) => waiting.get(sent)?.());
  return {
    async check(signal) {
      signal.throwIfAborted();
      const sent = randomUUID();
      const received = new Promise<void>((resolve, reject) => {
        waiting.set(sent, resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      try {
        await Promise.all([db.$client`select pg_notify(${channel}, ${sent})`, received]);
      } finally {
        waiting.delete(sent);
      }
    },
    close: unlisten,
  };
}
