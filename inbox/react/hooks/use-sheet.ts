import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 479.98px)";

/** Whether the inbox fills the screen, because that is narrow. */
export function useSheet(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => typeof matchMedia === "function" && matchMedia(NARROW).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  if (typeof matchMedia !== "function") return () => undefined;
  const query = matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
