import type { InAppMessage } from "#contract/messages.ts";

/** Live regions are read aloud, so they are filled at most this often: product-and-ux.md B3. */
const PAUSE_MS = 5_000;

/** Merges new messages into at most one announcement per five seconds; the first of a burst is announced at once. */
export function createAnnouncer(announce: (messages: InAppMessage[]) => void) {
  let gathered: InAppMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announceGathered(): void {
    timer = undefined;
    if (gathered.length === 0) return;
    announce(gathered);
    gathered = [];
    timer = setTimeout(announceGathered, PAUSE_MS);
  }

  return {
    add(message: InAppMessage): void {
      gathered.push(message);
      if (timer === undefined) announceGathered();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      gathered = [];
    },
  };
}
