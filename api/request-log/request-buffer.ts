import type { FastifyBaseLogger } from "fastify";
import { HOUR } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import {
  addUnrecorded,
  type NewRequest,
  storeRequests,
  type UnrecordedCalls,
} from "#db/queries/activity/requests/store-requests.ts";
import type { Scope } from "#db/scope.ts";

/** A call that waits to be stored. Its secrets are masked when its turn comes, so that no answer waits for that. */
export interface BufferedRequest {
  scope: Scope;
  /** Bytes of its texts, about. */
  bytes: number;
  toRow: () => NewRequest | [];
}

export interface BufferLimits {
  /** Calls that one statement stores, and the wait for more of them. */
  together: number;
  waitMs: number;
  /** Calls and bytes that wait at most; an environment has half of the calls. */
  calls: number;
  bytes: number;
  /** Until the next attempt after one that the database did not answer. */
  retryMs: number;
  /** Time for what waits when the process ends. */
  closeMs: number;
}

const BUFFER_LIMITS: BufferLimits = {
  together: 200,
  waitMs: 500,
  calls: 4_000,
  bytes: 32 * 1_024 * 1_024,
  retryMs: 2_000,
  closeMs: 3_000,
};

export type RequestBuffer = ReturnType<typeof createRequestBuffer>;

/**
 * Calls that were answered, until they are stored together. What comes while it is full is counted instead, by hours; so is what the
 * database refuses. While the database is away everything waits.
 */
export function createRequestBuffer(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  limits: BufferLimits = BUFFER_LIMITS,
) {
  let waiting: BufferedRequest[] = [];
  let bytes = 0;
  const ofEnvironment = new Map<string, number>();
  const unrecorded = new Map<string, UnrecordedCalls>();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;

  function add(request: BufferedRequest): void {
    const own = ofEnvironment.get(request.scope.environmentId) ?? 0;
    if (waiting.length >= limits.calls || own >= limits.calls / 2 || bytes + request.bytes > limits.bytes) {
      countUnrecorded(request.scope);
    } else {
      waiting.push(request);
      take(request, 1);
    }
    if (waiting.length >= limits.together && !isDelayed) void flush();
    else schedule(limits.waitMs);
  }

  /** Counts a request in, or out again. */
  function take({ scope: { environmentId }, bytes: size }: BufferedRequest, sign: 1 | -1): void {
    const own = (ofEnvironment.get(environmentId) ?? 0) + sign;
    if (own === 0) ofEnvironment.delete(environmentId);
    else ofEnvironment.set(environmentId, own);
    bytes += sign * size;
  }

  function countUnrecorded({ organizationId, environmentId }: Scope, calls = 1): void {
    const hour = new Date(Math.floor(Date.now() / HOUR) * HOUR).toISOString();
    const counted = unrecorded.get(`${environmentId} ${hour}`) ?? { organizationId, environmentId, hour, calls: 0 };
    counted.calls += calls;
    unrecorded.set(`${environmentId} ${hour}`, counted);
  }

  /** Whether the database was away at the last attempt, so that none follows before its time. */
  let isDelayed = false;
  /** Whether the log says already that the database is away. */
  let isFailing = false;

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      isDelayed = false;
      void flush();
    }, ms);
    timer.unref();
  }

  /** Stores what waits now; calls that come meanwhile are stored by the next one. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    storing ??= storeAll().finally(() => {
      storing = undefined;
      if (waiting.length > 0 || unrecorded.size > 0) schedule(isDelayed ? limits.retryMs : limits.waitMs);
    });
    return storing;
  }

  async function storeAll(): Promise<void> {
    for (let left = waiting.length; left > 0; ) {
      const batch = waiting.slice(0, limits.together);
      left -= batch.length;
      try {
        const lost = await storeRequests(db, rowsOf(batch));
        for (const request of lost) countUnrecorded(request);
      } catch (err) {
        isDelayed = true;
        if (!isFailing) log.warn({ err, waiting: waiting.length }, "calls could not be recorded, and are tried again");
        isFailing = true;
        return;
      }
      isFailing = false;
      waiting = waiting.slice(batch.length);
      for (const request of batch) take(request, -1);
    }
    await storeUnrecorded();
  }

  /** The rows of a batch. One that cannot be made must not keep the others waiting for good. */
  function rowsOf(batch: readonly BufferedRequest[]): NewRequest[] {
    return batch.flatMap((request) => {
      try {
        return request.toRow();
      } catch (err) {
        log.error({ err }, "a call cannot be recorded");
        countUnrecorded(request.scope);
        // The next attempt at the batch, should there be one, leaves it out.
        request.toRow = () => [];
        return [];
      }
    });
  }

  async function storeUnrecorded(): Promise<void> {
    if (unrecorded.size === 0) return;
    const counts = [...unrecorded.values()];
    unrecorded.clear();
    try {
      await addUnrecorded(db, counts);
    } catch (err) {
      log.warn({ err }, "calls that were not recorded could not be counted");
      for (const { calls, ...scope } of counts) countUnrecorded(scope, calls);
      isDelayed = true;
    }
  }

  return {
    add,
    flush,
    /** Stores what waits, as far as that takes no longer than a process may take to end. */
    async close(): Promise<void> {
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, limits.closeMs).unref());
      // An attempt that is under way may have begun before the last calls came.
      await Promise.race([Promise.resolve(storing).then(flush), deadline]);
      clearTimeout(timer);
      timer = undefined;
      if (waiting.length > 0) log.warn({ calls: waiting.length }, "calls were not recorded before the process ended");
    },
  };
}
