import { decodeJwt } from "jose";
import { create } from "zustand";
import { type PersistStorage, persist } from "zustand/middleware";
import { contextPaths } from "./page-settings.ts";

/** The part of a session that is stored: the token for all tabs, the environment for this one and for those that are opened from now on. */
interface StoredSession {
  token?: string | undefined;
  /** Whether the server ended the session, and not the member. */
  ended?: boolean | undefined;
  /** The environment that was open last. Somebody else may have opened it, in another organisation. */
  lastEnvironmentId?: string | undefined;
}

interface Session extends StoredSession {
  /** The open environment, which is one of the member's; undefined until these are known. */
  environmentId?: string | undefined;
  signIn: (token: string) => void;
  signOut: () => void;
  /** Forgets a token that the server refuses. */
  end: () => void;
  switchTo: (environmentId: string) => void;
}

// Other installations may have other context paths of this origin, and their sessions are not of this one.
const NAME = `belfry-session${contextPaths.web}`;

/** The token as this tab has read or stored it last. */
let known: Pick<StoredSession, "token" | "ended"> = {};

function sharedSession(): StoredSession {
  try {
    return Object(JSON.parse(localStorage.getItem(NAME) ?? "{}").state);
  } catch {
    // Written by something else: nobody is signed in.
    return {};
  }
}

const storage: PersistStorage<StoredSession> = {
  getItem() {
    const { token, ended, lastEnvironmentId } = sharedSession();
    known = { token, ended };
    const ofTab = sessionStorage.getItem(NAME);
    return { state: { token, ended, lastEnvironmentId: ofTab ?? lastEnvironmentId } };
  },
  setItem(_name, { state }) {
    const { token, ended, lastEnvironmentId } = state;
    const shared = sharedSession();
    const isUnchanged = token === known.token && ended === known.ended;
    const isOfOther = shared.token !== undefined && shared.token !== known.token;
    // What this tab has not changed stays as another tab has stored it meanwhile, and the end of an earlier session ends no later one.
    const session = isUnchanged || (isOfOther && token === undefined) ? shared : { token, ended };
    known = { token, ended };
    localStorage.setItem(
      NAME,
      JSON.stringify({ state: { token: session.token, ended: session.ended, lastEnvironmentId }, version: 0 }),
    );
    if (lastEnvironmentId !== undefined) sessionStorage.setItem(NAME, lastEnvironmentId);
  },
  removeItem() {
    localStorage.removeItem(NAME);
    sessionStorage.removeItem(NAME);
  },
};

/**
 * The signed-in member and the open environment; survives a reload. All tabs have the same member, and each tab its own environment. A
 * sign-out removes the token and keeps the environment.
 */
export const useSession = create<Session>()(
  persist(
    (set) => ({
      // Whoever signs in may not have the environment that was open.
      signIn: (token) => set({ token, ended: undefined, environmentId: undefined }),
      signOut: () => set({ token: undefined, ended: undefined }),
      end: () => set({ token: undefined, ended: true }),
      switchTo: (environmentId) => set({ environmentId, lastEnvironmentId: environmentId }),
    }),
    {
      name: NAME,
      storage,
      partialize: ({ token, ended, lastEnvironmentId }) => ({ token, ended, lastEnvironmentId }),
      // What another tab has stored takes the place of the session: a token that it left out is one that it signed out.
      merge: (stored, current) => {
        const { token, ended, lastEnvironmentId }: StoredSession = Object(stored);
        return {
          ...current,
          token,
          ended,
          lastEnvironmentId: current.lastEnvironmentId ?? lastEnvironmentId,
          environmentId: token !== undefined && token !== current.token ? undefined : current.environmentId,
        };
      },
    },
  ),
);

/** Whether a change in the browser's storage, by its key, may be one of the session. */
export const isOfSession = (key: string | null): boolean => key === null || key === NAME;

/** Returns the token that all tabs have by now. */
export const sharedToken = (): string | undefined => sharedSession().token;

/** Makes the environment of this tab the one with which new tabs begin: they are opened from the tab in use. */
export function noteTabInUse(): void {
  useSession.setState({});
}

/** Returns the organisation that a token names: null for none, undefined for what is no token. */
export function organizationOf(token: string): string | null | undefined {
  const claims = claimsOf(token);
  if (!claims) return undefined;
  return typeof claims.organizationId === "string" ? claims.organizationId : null;
}

/** Returns the id of the member whom a token names. */
export function memberOf(token: string | undefined): string | undefined {
  const id = token === undefined ? undefined : claimsOf(token)?._id;
  return typeof id === "string" ? id : undefined;
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}
