import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Milliseconds in which a screen is expected to show its content. */
const LOADING_MS = 5_000;
/** Events by which somebody acts on the new screen, and moves the focus from then on. */
const ACTIONS = ["keydown", "pointerdown"] as const;

/** Elements in which the focus stays: a tab or a field of the new screen, and what is open above the page. */
const KEEPING = "main, [role$=dialog], [role=menu], [role=listbox]";

/**
 * Gives the focus a place in a new screen, also when it was beside the screen before, in the sidebar: the link that was followed, when
 * somebody comes back to its screen, and the heading otherwise. Without, a keyboard would go on at the top of the page.
 */
export function FocusFollower() {
  const router = useRouter();
  useEffect(() => {
    /** Addresses of the links that were followed, by the entries of the history that were left. */
    const followed = new Map<string, string>();
    let frame = 0;
    const stop = () => cancelAnimationFrame(frame);

    function lookAfter(address: string | undefined): void {
      const until = performance.now() + LOADING_MS;
      const look = () => {
        if (!hasFocus()) giveFocus(address);
        // What stands for the content while that is loaded takes the focus along.
        const isLoading = document.querySelector("[data-skeleton]") !== null || !hasFocus();
        if (isLoading && performance.now() < until) frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
    }

    const unsubscribe = [
      router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
        const key = fromLocation?.state.__TSR_key;
        const address = document.activeElement?.closest("main a")?.getAttribute("href");
        if (key !== undefined && address) followed.set(key, address);
      }),
      router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
        stop();
        if (fromLocation !== undefined && pathChanged) lookAfter(followed.get(toLocation.state.__TSR_key ?? ""));
      }),
    ];
    for (const action of ACTIONS) document.addEventListener(action, stop, { capture: true });
    return () => {
      stop();
      for (const end of unsubscribe) end();
      for (const action of ACTIONS) document.removeEventListener(action, stop, { capture: true });
    };
  }, [router]);
  return null;
}

const hasFocus = (): boolean => document.activeElement?.closest(KEEPING) != null;

function giveFocus(address: string | undefined): void {
  const link =
    address === undefined ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
  const heading = document.querySelector<HTMLElement>("main h1");
  // Scripts alone focus it.
  if (heading) heading.tabIndex = -1;
  (link ?? heading)?.focus({ preventScroll: true });
}
