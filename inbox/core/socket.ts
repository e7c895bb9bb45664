import { readFrame, type SocketFrame } from "./read-answers.ts";

/** The longest delay before a reconnect, and how long a connection may take to open. */
const RECONNECT_MAX_MS = 10_000;
const CONNECT_TIMEOUT_MS = 20_000;
const RECONNECT_BASE_MS = 500;
/** After a connection of this length the delays start again with the shortest. */
const STABLE_AFTER_MS = 5_000;

export type SocketOptions = {
  url: string;
  /** Called before every attempt, because the token may have been replaced. It is sent as the first message: addresses stand in logs. */
  token: () => Promise<string>;
  onFrame: (frame: SocketFrame) => void;
  /** Called after each attempt that failed and each connection that was lost. */
  onDisconnect: () => void;
};

/** Returns the milliseconds before attempt number `attempt` (from 0); `random` in 0..1 spreads the reconnects of many clients. */
export function reconnectDelay(attempt: number, random: number): number {
  return Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** attempt) * (0.5 + random / 2);
}

/** Keeps a socket to the server open until `close`; reconnects with exponential backoff. */
export function openSocket(options: SocketOptions): { close(): void } {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  async function connect(): Promise<void> {
    try {
      const token = await options.token();
      if (!closed) attach(new WebSocket(options.url), token);
    } catch {
      // The session has reported its failure. An address that is not one of a socket counts as unreachable: an error thrown
      // here would be an unhandled one of the host page.
      reconnectLater();
    }
  }

  function attach(next: WebSocket, token: string): void {
    socket = next;
    let openedAt = 0;
    const timeout = setTimeout(() => next.close(), CONNECT_TIMEOUT_MS);
    next.onopen = () => {
      clearTimeout(timeout);
      openedAt = Date.now();
      next.send(JSON.stringify({ token }));
    };
    next.onmessage = (event) => {
      const frame = readFrame(event.data);
      if (frame !== null) options.onFrame(frame);
    };
    // A close event follows each error. Outside browsers an error without a listener is thrown.
    next.onerror = () => undefined;
    next.onclose = () => {
      clearTimeout(timeout);
      if (openedAt > 0 && Date.now() - openedAt >= STABLE_AFTER_MS) attempt = 0;
      reconnectLater();
    };
  }

  function reconnectLater(): void {
    socket = null;
    if (closed) return;
    options.onDisconnect();
    timer = setTimeout(() => void connect(), reconnectDelay(attempt, Math.random()));
    attempt += 1;
  }

  /** Browsers keep no page that has a socket for whoever goes back to it. One that is kept connects again. */
  const disconnect = (): void => socket?.close();
  globalThis.addEventListener?.("pagehide", disconnect);
  void connect();

  return {
    close() {
      closed = true;
      globalThis.removeEventListener?.("pagehide", disconnect);
      clearTimeout(timer);
      disconnect();
    },
  };
}
