import { useLayoutEffect, useRef } from "react";
import { memberOf, useSession } from "./app/session.ts";

interface KeptInput<T> {
  /** Returns what is typed and saved nowhere yet, as JSON can write it; undefined for nothing. */
  typed: () => T | undefined;
  /** Called with what is kept, once what it was typed in is there again. */
  onReturn: (typed: T) => void;
}

/**
 * Keeps what a member has typed while they sign in again, after a session that ended midway, and while the page is loaded again. It is kept
 * for this tab, and for this member in this environment at this address. What is not typed any more by then, because it was saved or
 * cancelled, is not kept. Not for passwords and secrets, which nothing may store.
 */
export function useKeptInput<T>(name: string, input: KeptInput<T>): void {
  const latest = useRef(input);
  latest.current = input;

  // At once, so that what has been closed by a save is not kept by a session that ends in the same moment.
  useLayoutEffect(() => {
    const key = keyOf(name);
    const kept = sessionStorage.getItem(key);
    if (kept !== null) {
      sessionStorage.removeItem(key);
      latest.current.onReturn(JSON.parse(kept));
    }
    const keep = () => store(key, latest.current.typed());
    // A page that the browser brings back as it was has everything that was typed in it.
    const bringBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && useSession.getState().token !== undefined) sessionStorage.removeItem(key);
    };
    const stopFollowing = useSession.subscribe((now, before) => {
      if (now.token === undefined && before.token !== undefined) keep();
    });
    window.addEventListener("pagehide", keep);
    window.addEventListener("pageshow", bringBack);
    return () => {
      stopFollowing();
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("pageshow", bringBack);
    };
  }, [name]);
}

/** Whether something is kept under a name at this address: what it was typed in opens again. */
export const isKept = (name: string): boolean => sessionStorage.getItem(keyOf(name)) !== null;

/** By the whole address, as screens have fields of the same name, and several installations may have one origin. */
function keyOf(name: string): string {
  const { token, environmentId } = useSession.getState();
  return `belfry-typed/${memberOf(token) ?? ""}/${environmentId ?? ""}${window.location.pathname}/${name}`;
}

function store(key: string, typed: unknown): void {
  if (typed === undefined) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // The browser gives a tab some megabytes. What is larger, such as a file, is chosen again.
  }
}
