import { createContext, useContext } from "react";
import type { InAppMessage } from "#contract/messages.ts";
import type { Inbox } from "../core/inbox.ts";
import type { InboxTexts } from "./texts.ts";

/** State that every part of one inbox shares. */
export type InboxContextValue = {
  inbox: Inbox;
  texts: InboxTexts;
  /** BCP 47; the browser's language when undefined. */
  locale: string | undefined;
  /** Whether the list has single-letter shortcuts. */
  shortcuts: boolean;
  onNotificationClick: ((message: InAppMessage) => void) | undefined;
  /** Follows an address within a single-page application instead of loading it. */
  navigate: ((url: string) => void) | undefined;
};

export const InboxContext = createContext<InboxContextValue | null>(null);

export function useInboxContext(): InboxContextValue {
  const value = useContext(InboxContext);
  if (value === null) throw new Error("Inbox parts and hooks belong inside <InboxProvider>");
  return value;
}
