import type { MouseEvent } from "react";
import { useInboxContext } from "./context.ts";

/** Returns a click handler for links: a single-page application follows plain clicks, the browser all others. */
export function useLinkClick() {
  const { navigate } = useInboxContext();
  return (event: MouseEvent, url: string, target: string | undefined) => {
    const opensElsewhere = target !== undefined && target !== "_self";
    if (navigate === undefined || opensElsewhere || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    navigate(url);
  };
}
