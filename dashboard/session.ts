import { decodeJwt } from "jose";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { contextPaths } from "./page-settings.ts";

interface Session {
  token?: string | undefined;
  environmentId?: string | undefined;
  /** Whether the server ended the session, and not the member. */
  ended?: boolean | undefined;
  signIn: (token: string) => void;
  signOut: () => void;
  /** Forgets a token that the server refuses. */
  end: () => void;
  switchTo: (environmentId: string) => void;
}

/** The signed-in member and the open environment; survives a reload. A sign-out removes the token and keeps the environment. */
export const useSession = create<Session>()(
  persist(
    (set) => ({
      signIn: (token) => set({ token, ended: undefined }),
      signOut: () => set({ token: undefined, ended: undefined }),
      end: () => set({ token: undefined, ended: true }),
      switchTo: (environmentId) => set({ environmentId }),
    }),
    // Other installations may have other context paths of this origin, and their sessions are not of this one.
    {
      name: `belfry-session${contextPaths.web}`,
      // What another tab has stored takes the place of the session: a token that it left out is one that it signed out.
      merge: (stored, current) => ({
        ...current,
        token: undefined,
        environmentId: undefined,
        ended: undefined,
        ...Object(stored),
      }),
    },
  ),
);

/** Returns the organisation that a token names: null for none, undefined for what is no token. */
export function organizationOf(token: string): string | null | undefined {
  try {
    const { organizationId } = decodeJwt(token);
    return typeof organizationId === "string" ? organizationId : null;
  } catch {
    return undefined;
  }
}
