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

    /** Fetches both counts; an answer to an older request than the last is dropped. */
    async refresh(): Promise<void> {
      latest += 1;
      const request = latest;
      const counts = await fetchCounts(feedIdentifier);
      if (request === latest) store.setState(counts);
    },

    /** Takes a count that the server pushed. Pushed counts are over all feeds, so an inbox of some feeds ignores them. */
    receive(counts: Partial<Counts>): void {
      if (feedIdentifier === undefined) store.setState(counts);
    },

    /** Sets the counts before the server confirms a mark. */
    set: (counts: Counts) => store.setState(counts),

    reset(): void {
      latest += 1;
      store.setState(NONE);
    },
  };
}

/** Returns the counts after some messages changed. A count at the cap stays, because the number beyond it is unknown. */
export function adjustCounts({ unseen, unread }: Counts, change: Counts): Counts {
  return { unseen: adjust(unseen, change.unseen), unread: adjust(unread, change.unread) };
}

function adjust(count: number, change: number): number {
  return count >= CAP ? count : Math.max(0, count + change);
}
