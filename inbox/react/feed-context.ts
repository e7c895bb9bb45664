import { createContext } from "react";

/** Functions of a feed for the items in it. */
export type FeedContextValue = {
  /** Says so when a change was not saved. */
  watch: (change: Promise<boolean>) => void;
  /** Called when an address was followed within the page. */
  onNavigate?: (() => void) | undefined;
};

export const FeedContext = createContext<FeedContextValue>({ watch: () => undefined });
