import { createContext } from "react";

/** Functions of a feed for the items in it. */
export type FeedContextValue = {
  /** Makes a change, and says so when it was not saved. */
  watch: (change: () => Promise<boolean>) => void;
  /** Announces what was done to screen readers. */
  say: (text: string) => void;
  /** Called when an address was followed within the page. */
  onNavigate?: (() => void) | undefined;
};

export const FeedContext = /* @__PURE__ */ createContext<FeedContextValue>({
  watch: (change) => void change(),
  say: () => undefined,
});
