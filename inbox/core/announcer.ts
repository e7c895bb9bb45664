import type { Notification } from "./types.ts";

/** Milliseconds between announcements. */
const INTERVAL_MS = 5_000;

/** Merges new messages into at most one announcement per five seconds; the first of a burst is announced at once. */
export function createAnnouncer(announce: (messages: Notification[]) => void) {
  let queued: Notification[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    if (queued.length === 0) return;
    announce(queued);
    queued = [];
    timer = setTimeout(flush, INTERVAL_MS);
  }

  return {
    add(message: Notification): void {
      queued.push(message);
      if (timer === undefined) flush();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      queued = [];
    },
  };
}
