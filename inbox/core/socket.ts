import type { InboxSocketFrame } from "#contract/widgets.ts";
import { readFrame } from "./wire.ts";

/** Product.md section 9: the longest pause before trying again, and how long a connection may take to open. */
const RECONNECT_MAX_MS = 10_000;
const CONNECT_TIMEOUT_MS = 20_000;
const RECONNECT_BASE_MS = 500;
/** A connection that lived this long was a good one, so the next pause is short again. */
const STABLE_AFTER_MS = 5_000;

export type SocketOptions = {
  /** Asked before every attempt, because the token in it may have been replaced. */
  url: () => Promise<string>;
  onFrame: (frame: InboxSocketFrame) => void;
  /** After every attempt that failed and every connection that was lost. */
  onDown: () => void;
};

/** Milliseconds to wait before attempt number `attempt` (from 0); `random` in 0..1 spreads clients of a server that restarted. */
export function reconnectDelay(attempt: number, random: number): number {
  return Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** attempt) * (0.5 + random / 2);
}

/** Keeps one socket to the server open until closed, connecting again with growing pauses. */
export function openSocket(options: SocketOptions): { close(): void } {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  async function connect(): Promise<void> {
    try {
      const url = await options.url();
      if (!closed) attach(new WebSocket(url));
    } catch {
      // The session reports its own failure, and an address that is not one of a socket counts as one that cannot be
      // reached: an error here would be the host page's.
      lost();
    }
  }

  function attach(next: WebSocket): void {
    socket = next;
    let openedAt = 0;
    const timeout = setTimeout(() => next.close(), CONNECT_TIMEOUT_MS);
    next.onopen = () => {
      clearTimeout(timeout);
      openedAt = Date.now();
    };
    next.onmessage = (event) => {
      const frame = readFrame(event.data);
      if (frame !== null) options.onFrame(frame);
    };
    // An error is always followed by a close, so that is the one place to go on from. Outside browsers an error that
    // nobody listens to is thrown.
    next.onerror = () => undefined;
    next.onclose = () => {
      clearTimeout(timeout);
      if (openedAt > 0 && Date.now() - openedAt >= STABLE_AFTER_MS) attempt = 0;
      lost();
    };
  }

  function lost(): void {
    socket = null;
    if (closed) return;
    options.onDown();
    timer = setTimeout(() => void connect(), reconnectDelay(attempt, Math.random()));
    attempt += 1;
  }

  void connect();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
