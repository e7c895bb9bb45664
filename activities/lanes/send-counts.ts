import type { Logger } from "pino";
import { MINUTE } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { addSends, type CountedSends } from "#db/queries/integrations/integration-sends.ts";
import { DURATION_BUCKETS, durationBucket } from "#domain/lanes/send-durations.ts";
import type { ProviderError } from "#providers/provider-error.ts";
import type { Clock } from "../run/decision-deps.ts";

/** How often counts are stored, all of them by one statement. */
const FLUSH_MS = 10_000;
const COUNTED_MESSAGE_MAX = 1_000;
/** Minutes of integrations that are kept while the database is away, a kilobyte or two each: the oldest are forgotten first. */
const MOST_KEPT = 2_000;

/**
 * Counts the sends of this process by integration and minute. Counting costs no statement. What is counted may be lost with the process, and
 * counts twice where an answer of the database was lost: it says how an integration does, and nothing depends on it.
 */
export interface SendCounts {
  /** Counts a send that the vendor took, and how long it took in milliseconds. */
  succeeded(integrationId: string, ms: number): void;
  /** Counts an attempt that failed. `isTriedAgain`: by the same integration or another one. */
  failed(integrationId: string, error: ProviderError, isTriedAgain: boolean): void;
  /** Stores what was counted so far. What cannot be stored is kept for the next time. */
  flush(): Promise<void>;
  /** Stores it for the last time. */
  close(): Promise<void>;
}

export function createSendCounts({
  db,
  clock,
  logger,
}: {
  db: Database;
  clock: Clock;
  logger: Pick<Logger, "warn">;
}): SendCounts {
  let counts = new Map<string, CountedSends>();
  let flushing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function countOf(integrationId: string, minute: string): CountedSends {
    const key = `${integrationId} ${minute}`;
    const known = counts.get(key);
    if (known) return known;
    const [oldest] = counts.keys();
    if (counts.size >= MOST_KEPT && oldest !== undefined) counts.delete(oldest);
    const durations = Array.from({ length: DURATION_BUCKETS }, () => 0);
    const noError = { errorAt: null, errorMessage: null, errorCode: null };
    const count = { integrationId, minute, succeeded: 0, failed: 0, retried: 0, durations, ...noError };
    counts.set(key, count);
    return count;
  }

  function current(integrationId: string, now: number): CountedSends {
    flushLater();
    return countOf(integrationId, new Date(Math.floor(now / MINUTE) * MINUTE).toISOString());
  }

  function flushLater(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, FLUSH_MS).unref();
  }

  async function store(): Promise<void> {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    try {
      await addSends(db, [...taken.values()]);
    } catch (err) {
      logger.warn({ err, minutes: taken.size }, "counts of sends could not be stored");
      const since = counts;
      counts = taken;
      for (const count of since.values()) add(countOf(count.integrationId, count.minute), count);
      flushLater();
    }
  }

  /** One statement at a time. */
  function flush(): Promise<void> {
    flushing = flushing.then(store);
    return flushing;
  }

  return {
    succeeded(integrationId, ms) {
      const count = current(integrationId, clock().getTime());
      const bucket = durationBucket(ms);
      count.succeeded += 1;
      count.durations[bucket] = (count.durations[bucket] ?? 0) + 1;
    },
    failed(integrationId, error, isTriedAgain) {
      const now = clock();
      const count = current(integrationId, now.getTime());
      if (isTriedAgain) count.retried += 1;
      else count.failed += 1;
      count.errorAt = now.toISOString();
      count.errorMessage = error.message.slice(0, COUNTED_MESSAGE_MAX);
      count.errorCode = codeOf(error);
    },
    flush,
    close() {
      isClosed = true;
      clearTimeout(timer);
      return flush();
    },
  };
}

/** Adds later counts of the same minute. */
function add(count: CountedSends, later: CountedSends): void {
  count.succeeded += later.succeeded;
  count.failed += later.failed;
  count.retried += later.retried;
  count.durations = count.durations.map((sends, bucket) => sends + (later.durations[bucket] ?? 0));
  if (later.errorAt === null) return;
  count.errorAt = later.errorAt;
  count.errorMessage = later.errorMessage;
  count.errorCode = later.errorCode;
}

/** The vendor's own code, else the status of its answer, else why there was none. */
const codeOf = ({ vendorCode, status, noAnswer }: ProviderError): string | null =>
  vendorCode ?? status?.toString() ?? noAnswer ?? null;
