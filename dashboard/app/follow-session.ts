import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { useRecentObjects } from "../recent-objects.ts";
import { memberOf, useSession } from "./session.ts";

/**
 * Clears what was read when somebody else signs in or the session ends, and leads to the sign-in page when it ends: by signing out here or in
 * another tab, or by a token that the server refuses. That page returns to this one. Returns how to stop.
 */
export function followSession(router: RegisteredRouter, queryClient: QueryClient): () => void {
  const claimRecent = (token: string | undefined) => {
    const member = memberOf(token);
    if (member !== undefined) useRecentObjects.getState().claim(member);
  };
  claimRecent(useSession.getState().token);
  return useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    // Before a sign-in, only what everybody may know was read, and what calls that were under way were refused.
    if (before.token) queryClient.clear();
    else queryClient.removeQueries({ predicate: ({ state }) => state.status === "error" });
    claimRecent(now.token);
    if (now.token) return;
    if (!now.ended) useRecentObjects.getState().clear();
    const returnTo = router.state.location.publicHref;
    const reason = now.ended ? ({ reason: "session_ended" } as const) : {};
    // In the place of the page, which takes it back: the back button then leads to what was before.
    void router.navigate({
      to: "/auth/sign-in",
      search: { returnTo, ...reason },
      replace: true,
      ignoreBlocker: true,
    });
  });
}
