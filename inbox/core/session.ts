import { createStore } from "zustand/vanilla";
import type { WidgetSession } from "#contract/widgets.ts";
import { isRefusal, sendJson } from "./http.ts";
import type { InboxStatus } from "./status.ts";
import { removeToken, storeToken } from "./token-storage.ts";
import { readToken } from "./wire.ts";

export type SessionCredentials = {
  applicationIdentifier: string;
  subscriberId: string;
  subscriberHash?: string | null | undefined;
};

export type SessionStatus = Extract<InboxStatus, "idle" | "loading" | "ready" | "offline" | "error">;

/**
 * `idle` before and after a session, `ready` once there is a token, `error` when the server refused the credentials for good,
 * `offline` when it could not be reached.
 */
export type SessionState = { status: SessionStatus; token: WidgetSession["token"] | null };

export type Session = ReturnType<typeof createSession>;

/**
 * A subscriber's session: not initialised until the server gives a token. Every page load requests a token. Local storage
 * only publishes it to the page, under the name that applications expect.
 */
export function createSession(apiUrl: string, credentials: SessionCredentials) {
  const store = createStore<SessionState>(() => ({ status: "idle", token: null }));
  let pending: Promise<string> | null = null;
  let refusal: unknown = null;
  /** Grows with every end, so that the answer to a session that has ended is dropped. */
  let epoch = 0;

  const isComplete = credentials.applicationIdentifier !== "" && credentials.subscriberId !== "";

  async function initialize(): Promise<string> {
    const started = epoch;
    store.setState({ status: "loading" });
    try {
      const reply = await sendJson({
        method: "POST",
        url: `${apiUrl}/v1/widgets/session/initialize`,
        body: {
          applicationIdentifier: credentials.applicationIdentifier,
          subscriberId: credentials.subscriberId,
          hmacHash: credentials.subscriberHash ?? null,
        },
      });
      const token = readToken(reply);
      if (started !== epoch) throw new Error("The session has ended");
      storeToken(token);
      store.setState({ status: "ready", token });
      return token;
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
    if (!isComplete) return Promise.reject(new Error("An inbox needs both applicationIdentifier and subscriberId"));
    if (refusal !== null) return Promise.reject(refusal);
    if (pending !== null) return pending;
    const attempt = initialize().finally(() => {
      if (pending === attempt) pending = null;
    });
    pending = attempt;
    return attempt;
  }

  /** Replaces a token that the server rejected, unless that has happened already. */
  function renew(rejected: string): Promise<string> {
    if (store.getState().token === rejected) store.setState({ token: null });
    return authorize();
  }

  /** Logs out: removes the token. */
  function end(): void {
    epoch += 1;
    const { token } = store.getState();
    if (token !== null) removeToken(token);
    pending = null;
    refusal = null;
    store.setState({ status: "idle", token: null });
  }

  return { store, isComplete, authorize, renew, end };
}
