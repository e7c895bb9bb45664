import type { QueryClient } from "@tanstack/react-query";
import { useRecentObjects } from "./recent-objects.ts";
import type { DashboardRouter } from "./router.tsx";
import { useSession } from "./session.ts";

/**
 * Clears what was read when somebody else signs in or the session ends, and leads to the sign-in page when it ends: by signing out here or in
 * another tab, or by a token that the server refuses. That page returns to this one. Returns how to stop.
 */
export function followSession(router: DashboardRouter, queryClient: QueryClient): () => void {
  return useSession.subscribe((now, before) => {
    if (now.token === before.token) return;
    // Before a sign-in, only what everybody may know was read.
    if (before.token) queryClient.clear();
    if (now.token) return;
    if (!now.ended) useRecentObjects.getState().clear();
    const returnTo = router.state.location.publicHref;
    const reason = now.ended ? ({ reason: "session_ended" } as const) : {};
    void router.navigate({ to: "/auth/sign-in", search: { returnTo, ...reason }, ignoreBlocker: true });
  });
}

/** Takes over what other tabs store about the session. Call once. */
export function followOtherTabs(router: DashboardRouter): void {
  window.addEventListener("storage", async () => {
    const before = useSession.getState().token;
    await useSession.persist.rehydrate();
    const { token } = useSession.getState();
    // Another tab has signed somebody else in, or opened another organisation: nothing of the previous one may stay on screen.
    if (token && before && token !== before) window.location.reload();
    // The sign-in page of this tab goes on to where it leads.
    if (token && !before) await router.invalidate();
  });
}
