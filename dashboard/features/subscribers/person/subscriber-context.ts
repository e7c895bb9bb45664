import { createContext, useContext } from "react";
import type { Subscriber } from "#contract/subscribers.ts";

const Shown = createContext<Subscriber | undefined>(undefined);

/** Gives the tabs of a person's screen the subscriber. */
export const SubscriberProvider = Shown.Provider;

/** The subscriber whose screen is open. */
export function useSubscriber(): Subscriber {
  const subscriber = useContext(Shown);
  if (!subscriber) throw new Error("useSubscriber is for the tabs of a subscriber's screen");
  return subscriber;
}
