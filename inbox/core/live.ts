import type { InAppMessage } from "#contract/messages.ts";
import type { Counts } from "./counts-store.ts";
import { debounce } from "./debounce.ts";
import { logOnce } from "./log-once.ts";
import { openSocket, type SocketOptions } from "./socket.ts";

/** Product.md section 9: events that come in a burst are acted on once. */
const EVENT_DEBOUNCE_MS = 100;
const POLL_MS = 30_000;

export type LiveOptions = {
  url: SocketOptions["url"];
  onMessage: (message: InAppMessage) => void;
  onCounts: (counts: Partial<Counts>) => void;
  /** Fetch counts and feeds anew: after events, after a reconnect, and on a timer where sockets do not get through. */
  refetch: () => void;
};

/** Keeps an inbox up to date: by socket, else by polling. */
export function startLiveUpdates({ url, onMessage, onCounts, refetch }: LiveOptions): { stop(): void } {
  let counts: Partial<Counts> = {};
  let tried = false;
  let poll: ReturnType<typeof setInterval> | undefined;

  const settle = debounce(() => {
    onCounts(counts);
    counts = {};
    refetch();
  }, EVENT_DEBOUNCE_MS);

  const socket = openSocket({
    url,
    onFrame(frame) {
      if (frame.event === "notification_received") onMessage(frame.data.message);
      else if (frame.event === "unseen_count_changed") counts.unseen = frame.data.unseenCount;
      else counts.unread = frame.data.unreadCount;
      settle.schedule();
    },
    onUp() {
      clearInterval(poll);
      poll = undefined;
      // What happened while the line was down was told to nobody.
      if (tried) refetch();
      tried = true;
    },
    onDown() {
      if (!tried) logOnce("failed to connect the socket; asking every 30 seconds instead");
      tried = true;
      poll ??= setInterval(refetch, POLL_MS);
    },
  });

  return {
    stop() {
      socket.close();
      settle.cancel();
      clearInterval(poll);
    },
  };
}
