import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Milliseconds in which a screen is expected to show its content. */
const LOADING_MS = 5_000;
/** Events by which somebody acts on the new screen, and moves the focus and the page from then on. */
const ACTIONS = ["keydown", "pointerdown", "wheel"] as const;

/** A place that somebody left: the address of the link that was followed, and how far the page was scrolled, in pixels. */
interface Place {
  address: string | undefined;
  scrolled: number;
}

/** Contains the focus at its end: a tab or a field of the new screen. */
const SCREEN = "main";
const HEADING = `${SCREEN} h1`;
/** Keeps the focus as long as it is open above the page, which may be no longer than the screen before. */
const ABOVE = "[role$=dialog], [role=menu], [role=listbox]";

/**
 * Gives the focus a place in a new screen, also when it was beside the screen before, in the sidebar: the link that was followed, when
 * somebody comes back to its screen, and the heading otherwise. Without, a keyboard would go on at the top of the page. A screen whose
 * content is loaded again is scrolled to where it was left once that is there: the router does so before.
 */
export function FocusFollower() {
  const router = useRouter();
  useEffect(() => {
    /** By the entries of the history that were left. */
    const places = new Map<string, Place>();
    let frame = 0;
    const stop = () => cancelAnimationFrame(frame);

    function lookAfter(place: Place | undefined): void {
      const until = performance.now() + LOADING_MS;
      let isThere = place === undefined;
      const look = () => {
        const followed = linkTo(place?.address);
        if (!hasFocus(`${SCREEN}, ${ABOVE}`) || (followed && hasFocusOnScreenItself())) giveFocus(followed);
        if (place && !isThere) isThere = scrollTo(place.scrolled);
        // What stands for the content while that is loaded takes the focus along, and a list may come later than its heading.
        const isMissing = place?.address !== undefined && !followed;
        const isLoading =
          document.querySelector("[data-skeleton]") !== null || !hasFocus(SCREEN) || !isThere || isMissing;
        if (isLoading && performance.now() < until) frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
    }

    const unsubscribe = [
      router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
        const key = fromLocation?.state.__TSR_key;
        if (key === undefined) return;
        const followed = document.activeElement?.closest("main a")?.getAttribute("href");
        // Where the sidebar was used, it is the link that was followed from the screen before.
        places.set(key, { address: followed ?? places.get(key)?.address, scrolled: window.scrollY });
      }),
      router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
        stop();
        if (fromLocation !== undefined && pathChanged) lookAfter(places.get(toLocation.state.__TSR_key ?? ""));
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

const hasFocus = (within: string): boolean => document.activeElement?.closest(within) != null;

/** Whether the heading has it, or the whole screen: nothing that somebody would work with. */
const hasFocusOnScreenItself = (): boolean => document.activeElement?.matches(`${SCREEN}, ${HEADING}`) === true;

const linkTo = (address: string | undefined): HTMLElement | null =>
  address === undefined ? null : document.querySelector<HTMLElement>(`${SCREEN} a[href="${CSS.escape(address)}"]`);

/** Focuses the link, else the heading. */
function giveFocus(link: HTMLElement | null): void {
  const heading = document.querySelector<HTMLElement>(HEADING);
  // Scripts alone focus it.
  if (heading) heading.tabIndex = -1;
  (link ?? heading)?.focus({ preventScroll: true });
}

/** Scrolls to so many pixels from the top, and returns whether the page is long enough. */
function scrollTo(pixels: number): boolean {
  if (Math.abs(window.scrollY - pixels) >= 1) window.scrollTo({ top: pixels, behavior: "instant" });
  return Math.abs(window.scrollY - pixels) < 1;
}
