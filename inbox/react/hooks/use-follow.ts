import { type MouseEvent, useCallback, useContext } from "react";
import { safeUrl } from "../../core/safe-url.ts";
import type { Redirect } from "../../core/types.ts";
import { useInboxContext } from "../context.ts";
import { FeedContext } from "../feed/feed-context.ts";

/** Follows an address; with the click on its link, only where the browser would not do so better. */
export type Follow = (redirect: Redirect | undefined, click?: MouseEvent) => void;

export function useFollow(): Follow {
  const { navigate } = useInboxContext().callbacks;
  const { onNavigate } = useContext(FeedContext);
  return useCallback(
    (redirect, click) => {
      const url = safeUrl(redirect?.url);
      if (url === undefined) return;
      const target = redirect?.target ?? "_self";
      const isPlain = click === undefined || !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
      if (navigate !== undefined && target === "_self" && isPlain) {
        click?.preventDefault();
        navigate(url);
        onNavigate?.();
      } else if (click === undefined) window.open(url, target, target === "_blank" ? "noopener" : "");
    },
    [navigate, onNavigate],
  );
}
