import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { usePreferences } from "../preferences.ts";
import { useRecentObjects } from "../recent-objects.ts";
import { contextPaths } from "./page-settings.ts";
import { isOfSession, noteTabInUse, sharedToken, useSession } from "./session.ts";

/** Takes over what other tabs store: the session, the settings of this device, and the objects that were opened last. Call once. */
export function followOtherTabs(router: RegisteredRouter): void {
  async function takeSession(): Promise<void> {
    const { token } = useSession.getState();
    const shared = sharedToken();
    if (token === shared) return;
    if (token && shared) {
      // Another tab has signed somebody else in, or opened another organisation: nothing of the previous one may stay on screen. The token
      // is not taken before, so that what is still unsaved is saved by whom it is of, or not at all.
      window.location.reload();
      return;
    }
    await useSession.persist.rehydrate();
    // The sign-in page of this tab goes on to where it leads.
    if (shared) await router.invalidate();
  }
  window.addEventListener("storage", ({ key }) => {
    if (isOfSession(key)) void takeSession();
    for (const store of [usePreferences, useRecentObjects]) {
      if (key === store.persist.getOptions().name) void store.persist.rehydrate();
    }
  });
  // A page that the browser has kept for its back button hears nothing meanwhile.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void takeSession();
  });
  window.addEventListener("focus", noteTabInUse);
}

/** Reads again what other tabs have changed, and tells them of what this one changes. Call once. */
export function shareChanges(queryClient: QueryClient): void {
  const channel = new BroadcastChannel(`belfry-changes${contextPaths.web}`);
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") channel.postMessage(null);
  });
  channel.addEventListener("message", () => {
    // A tab that nobody looks at reads when it is looked at.
    void queryClient.invalidateQueries({
      queryKey: ["environment"],
      refetchType: document.hidden ? "none" : "active",
    });
  });
}
