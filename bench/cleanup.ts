/** Ends what was started for a time, such as processes, connections and sockets. */
export interface Cleanup {
  /** Is aborted when the cleanup begins. */
  readonly signal: AbortSignal;
  /** Adds what the cleanup does, the latest first; once it has begun, this happens at once. */
  defer(end: () => unknown): void;
}

interface RunnableCleanup extends Cleanup {
  /** Does everything, also when some of it fails. @throws the first failure */
  run(): Promise<void>;
}

export function createCleanup(): RunnableCleanup {
  const ends: (() => unknown)[] = [];
  const begun = new AbortController();
  return {
    signal: begun.signal,
    defer(end) {
      ends.push(end);
      // What a measure starts after its time was up does not last, and nobody waits for its end.
      if (begun.signal.aborted) endAll(ends).catch(() => {});
    },
    run() {
      begun.abort();
      return endAll(ends);
    },
  };
}

/** Does some work and then its cleanup, also when the work fails. */
export async function withCleanup<Result>(work: (cleanup: Cleanup) => Promise<Result>): Promise<Result> {
  const cleanup = createCleanup();
  const result = await work(cleanup).catch(async (error: unknown) => {
    // Why the work failed says more than why its cleanup did.
    await cleanup.run().catch(() => {});
    throw error;
  });
  await cleanup.run();
  return result;
}

async function endAll(ends: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
