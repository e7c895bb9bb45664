import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Calls `close` when another screen is opened: what is open above the page belongs to the one before. */
export function useClosedLayers(close: () => void): void {
  const router = useRouter();
  const latest = useRef(close);
  latest.current = close;
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) latest.current();
      }),
    [router],
  );
}
