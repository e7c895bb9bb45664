import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";
import type { Cache } from "./cache.ts";
import type { Feed } from "./feed.ts";
import { keyOf, subjectOf } from "./filters.ts";
import { type BulkOperation, isBulk, matches } from "./operations.ts";
import type { Outbox } from "./outbox.ts";
import type { Notification, Query } from "./types.ts";

export type CountsDeps = {
  api: Pick<InboxApi, "count">;
  cache: Cache;
  outbox: Pick<Outbox, "waiting" | "isSending">;
  feeds: ReadonlyMap<string, Feed>;
};

/** Exact numbers by query. The numbers that are published follow an operation at once. */
export function createCounts({ api, cache, outbox, feeds }: CountsDeps) {
  const store = createStore<Readonly<Record<string, number>>>(() => ({}));
  const watched = new Map<string, Query>();
  let confirmed: Record<string, number> = {};
  let latest = 0;
  /** Any number is better than none. */
  const isUncertain = (): boolean => outbox.isSending() && Object.keys(confirmed).length > 0;

  /** The feeds of a notification are known only by the stores that have it. */
  function isIn(query: Query, { id }: Notification): boolean {
    if (query.feedIdentifier === undefined) return true;
    const subject = subjectOf(query);
    return [...feeds.values()].some((feed) => subjectOf(feed.query) === subject && feed.has(id));
  }

  function publish(): void {
    const numbers = [...watched].map(([key, query]) => [key, shown(query, confirmed[key] ?? 0)] as const);
    const before = store.getState();
    if (numbers.length !== Object.keys(before).length || numbers.some(([key, number]) => before[key] !== number))
      store.setState(Object.fromEntries(numbers), true);
  }

  /** The server's number with what the operations that it does not have yet change about it. */
  function shown(query: Query, number: number): number {
    const operations = outbox.waiting().map(({ operation }) => operation);
    if (operations.length === 0) return number;
    const part = awake(query);
    if (part !== undefined) {
      const ofPart = Math.min(number, confirmed[keyOf(part)] ?? 0);
      return shown(part, ofPart) + shown({ ...query, snoozed: true }, number - ofPart);
    }
    const isWhole = operations.some((operation) => isBulk(operation) && empties(operation, query));
    let [before, after] = [0, 0];
    for (const one of cache.all()) {
      if (!isIn(query, one)) continue;
      if (matches(one, query)) before += 1;
      const now = cache.shown(one.id);
      if (now !== undefined && matches(now, query)) after += 1;
    }
    return isWhole ? after : Math.max(0, number + after - before);
  }

  return {
    store,

    /** The number of a query as last published; 0 before the server has said it. */
    get: (query: Query): number => store.getState()[keyOf(query)] ?? 0,

    /** Counts what a query finds from the next `refresh` on; true when it was not counted before. */
    watch(query: Query): boolean {
      const key = keyOf(query);
      if (watched.has(key)) return false;
      watched.set(key, query);
      const part = awake(query);
      if (part !== undefined) watched.set(keyOf(part), part);
      return true;
    },

    /**
     * Fetches all numbers. An answer to an older request than the last is dropped, and one of which nobody can say whether it has an operation:
     * another refresh follows when the server has confirmed that.
     */
    async refresh(): Promise<void> {
      if (isUncertain()) return;
      latest += 1;
      const request = latest;
      const queries = [...watched];
      if (queries.length === 0) return;
      const numbers = await api.count(queries.map(([, query]) => query));
      if (request !== latest || isUncertain()) return;
      for (const [index, [key]] of queries.entries()) confirmed[key] = numbers[index] ?? confirmed[key] ?? 0;
      publish();
    },

    /** Takes a number that the server pushed. */
    receive(query: Query, number: number): void {
      const key = keyOf(query);
      if (!watched.has(key) || isUncertain()) return;
      confirmed[key] = number;
      publish();
    },

    /** Publishes again after an operation was added or taken back. */
    publish,

    /** Runs what the server's part of the numbers follows: what was shown before is confirmed by it. */
    confirm(apply: () => void): void {
      latest += 1;
      const numbers = store.getState();
      apply();
      // The operation does not count any more, and the notifications have it: the number stays until it is fetched.
      for (const [key, query] of watched) {
        const difference = (numbers[key] ?? 0) - shown(query, confirmed[key] ?? 0);
        confirmed[key] = (confirmed[key] ?? 0) + difference;
      }
      publish();
    },

    reset(): void {
      latest += 1;
      confirmed = {};
      store.setState({}, true);
    },
  };
}

/** The part of a query that operations on a whole list change: they leave out what is snoozed. */
const awake = (query: Query): Query | undefined =>
  query.snoozed === undefined ? { ...query, snoozed: false } : undefined;

const NOTHING = subjectOf({});
const MARKS = ["archived", "snoozed", "read", "seen"] as const;

/** Whether nothing that a query counts is left after an operation on everything of another one, but what has arrived since. */
function empties({ kind, query: all }: BulkOperation, query: Query): boolean {
  if (![subjectOf(query), NOTHING].includes(subjectOf(all))) return false;
  // One that is unseen is unread, and one that is unread is not archived.
  const { read = query.seen === false ? false : undefined } = query;
  const { archived = read === false ? false : undefined } = query;
  const counted = { ...query, read, archived };
  if (!MARKS.every((mark) => all[mark] === undefined || all[mark] === counted[mark])) return false;
  if (kind === "delete-all") return true;
  if (kind === "seen-all") return query.seen === false;
  if (kind === "archive-read") return query.archived === false && query.read === true;
  return query.read === false || query.seen === false || (kind === "archive-all" && query.archived === false);
}
