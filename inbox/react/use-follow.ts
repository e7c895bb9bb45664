import type { MouseEvent } from "react";
import { useInboxContext } from "./context.ts";

/** Lets a single-page application follow a plain click; new tabs, windows and frames stay the browser's business. */
export function useFollow() {
  const { navigate } = useInboxContext();
  return (event: MouseEvent, url: string, target: string | undefined) => {
    const elsewhere = target !== undefined && target !== "_self";
    if (navigate === undefined || elsewhere || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(url);
  };
}
