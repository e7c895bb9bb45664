import { debounce } from "./debounce.ts";
import { logOnce } from "./log-once.ts";
import { openSocket, type SocketOptions } from "./socket.ts";
import type { Counts, Notification } from "./types.ts";

/** A burst of events is handled once. */
const EVENT_DEBOUNCE_MS = 100;
const POLL_MS = 30_000;

export type LiveOptions = {
  url: SocketOptions["url"];
  token: SocketOptions["token"];
  onNotification: (notification: Notification) => void;
  /** Called once after a burst of events, before `refetch`. */
  onCounts: (counts: Partial<Counts>) => void;
  /** The subscriber has chosen something elsewhere. */
  onPreferences: () => void;
  /** Fetches counts and feeds: after events, when a socket has joined, and every 30 seconds while there is none. */
  refetch: () => void;
};

/** Keeps an inbox up to date: by socket, else by polling. */
export function startLiveUpdates({ url, token, onNotification, onCounts, onPreferences, refetch }: LiveOptions): {
  stop(): void;
} {
  let counts: Partial<Counts> = {};
  let joinedOnce = false;
  let poll: ReturnType<typeof setInterval> | undefined;

  const applyEvents = debounce(() => {
    onCounts(counts);
    counts = {};
    refetch();
  }, EVENT_DEBOUNCE_MS);

  const socket = openSocket({
    url,
    token,
    onFrame(frame) {
      switch (frame.event) {
        case "joined":
          clearInterval(poll);
          poll = undefined;
          joinedOnce = true;
          // The server sends no events for what happened before the socket joined.
          refetch();
          return;
        case "preferences_changed":
          onPreferences();
          return;
        case "notification_received":
          if (frame.notification !== undefined) onNotification(frame.notification);
          break;
        case "unseen_count_changed":
          if (frame.count !== undefined) counts.unseen = frame.count;
          break;
        case "unread_count_changed":
          if (frame.count !== undefined) counts.unread = frame.count;
          break;
      }
      applyEvents.schedule();
    },
    onDisconnect() {
      if (!joinedOnce) logOnce("no socket, so it polls");
      poll ??= setInterval(refetch, POLL_MS);
    },
  });

  return {
    stop() {
      socket.close();
      applyEvents.cancel();
      clearInterval(poll);
    },
  };
}
