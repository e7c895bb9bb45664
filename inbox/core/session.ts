import { createStore } from "zustand/vanilla";
import { isRefusal } from "./http.ts";
import type { SessionAnswer } from "./read-answers.ts";
import { removeToken, storeToken } from "./token-storage.ts";
import type { InboxStatus } from "./types.ts";

/** Contexts by type, such as `{ tenant: "acme" }`: an id, or an object with an id and data. */
export type InboxContexts = Readonly<Record<string, string | { id: string; data?: Record<string, unknown> }>>;

/** The subscriber of an inbox, and the proof of it. */
export type Identity = {
  applicationIdentifier: string;
  subscriberId: string;
  /** Hex HMAC-SHA256 of the subscriber's id by the secret key: the proof that the page may show this inbox. */
  subscriberHash?: string | null | undefined;
  /** The contexts of the inbox: it shows the notifications of exactly these, and without any those of none. */
  context?: InboxContexts | undefined;
  /** The proof of the context, by the secret key: `createContextHash` of `@belfry/client` makes it. */
  contextHash?: string | null | undefined;
};

export type SessionStatus = Extract<InboxStatus, "idle" | "loading" | "ready" | "offline" | "error">;

/**
 * `idle` before and after a session, `ready` once there is a token, `error` when the server refused the identity for good,
 * `offline` when it could not be reached.
 */
export type SessionState = {
  status: SessionStatus;
  token: string | null;
  /** The longest snooze in hours; 0 where there is none. */
  maxSnoozeDurationHours: number;
  hidesBranding: boolean;
};

const NONE: SessionState = { status: "idle", token: null, maxSnoozeDurationHours: 0, hidesBranding: true };

const ended = () => new Error("The session ended");

/**
 * A subscriber's session: not initialised until the server gives a token. The token is kept in memory; local storage
 * publishes it to the page, under the name that applications expect. With a reason why it is impossible, it is refused from the start.
 */
export function createSession(open: () => Promise<SessionAnswer>, impossible?: string) {
  const none: SessionState = impossible === undefined ? NONE : { ...NONE, status: "error" };
  const store = createStore<SessionState>(() => none);
  let pending: Promise<string> | null = null;
  let refusal: unknown = impossible === undefined ? null : new Error(impossible);
  /** Grows with every end, so that the answer to a session that has ended is dropped. */
  let epoch = 0;

  async function initialize(): Promise<string> {
    const started = epoch;
    store.setState({ status: "loading" });
    try {
      const session = await open();
      if (started !== epoch) throw ended();
      storeToken(session.token);
      store.setState({ status: "ready", ...session });
      return session.token;
    } catch (error) {
      if (started === epoch) {
        if (isRefusal(error)) refusal = error;
        store.setState({ status: isRefusal(error) ? "error" : "offline", token: null });
      }
      throw error;
    }
  }

  /** Returns the token. Opens the session when there is none; concurrent callers share that call. */
  function authorize(): Promise<string> {
    const { token } = store.getState();
    if (token !== null) return Promise.resolve(token);
    if (refusal !== null) return Promise.reject(refusal);
    if (pending !== null) return pending;
    const attempt = initialize().finally(() => {
      if (pending === attempt) pending = null;
    });
    pending = attempt;
    return attempt;
  }

  /** Replaces a token that the server rejected, unless that has happened already, or the session has ended. */
  function renew(rejected: string): Promise<string> {
    if (store.getState().status === "idle") return Promise.reject(ended());
    if (store.getState().token === rejected) store.setState({ token: null });
    return authorize();
  }

  /** Logs out: removes the token. */
  function end(): void {
    epoch += 1;
    const { token } = store.getState();
    if (token !== null) removeToken(token);
    pending = null;
    if (impossible === undefined) refusal = null;
    store.setState(none, true);
  }

  /** Publishes the token again, after that of another session has gone. */
  function publish(): void {
    const { token } = store.getState();
    if (token !== null) storeToken(token);
  }

  return { store, authorize, renew, publish, end };
}
