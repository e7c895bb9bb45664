import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";

/** Messages the subscriber has not seen, and not read. The server stops counting at 100. */
export type Counts = { unseen: number; unread: number };

export type CountsStore = ReturnType<typeof createCountsStore>;

const CAP = 100;
const NONE: Counts = { unseen: 0, unread: 0 };

export function createCountsStore(fetchCounts: InboxApi["counts"], feedIdentifier: string | string[] | undefined) {
  const store = createStore<Counts>(() => NONE);
  let latest = 0;

  return {
    store,

    /** Fetches both counts; of answers that overtake each other the one asked for last counts. */
    async refresh(): Promise<void> {
      latest += 1;
      const mine = latest;
      const counts = await fetchCounts(feedIdentifier);
      if (mine === latest) store.setState(counts);
    },

    /** Takes a count the server pushed, unless this inbox counts only some feeds: pushed counts are over all of them. */
    receive(counts: Partial<Counts>): void {
      if (feedIdentifier === undefined) store.setState(counts);
    },

    /** Shows the effect of a mark before the server tells it. */
    set: (counts: Counts) => store.setState(counts),

    reset(): void {
      latest += 1;
      store.setState(NONE);
    },
  };
}

/** The counts after some messages changed. One at the cap stays there, as nobody knows how many lie beyond. */
export function movedCounts({ unseen, unread }: Counts, by: Counts): Counts {
  return { unseen: moved(unseen, by.unseen), unread: moved(unread, by.unread) };
}

function moved(count: number, by: number): number {
  return count >= CAP ? count : Math.max(0, count + by);
}
