import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";

/** The durable waits of one execution. `reason` is what operators read on the timer. */
export interface Waits {
  /** Waits on a durable timer, or until the caller cancels the event. */
  untilDue(milliseconds: number, reason: string): Promise<void>;
  /** Waits on a durable timer in any case: what is being sent is not interrupted by a cancelled event. */
  pause(milliseconds: number, reason: string): Promise<void>;
  /** The caller cancelled the event. */
  end(): void;
}

export function createWaits({ onFirst }: { onFirst?: () => Promise<void> } = {}): Waits {
  const scopes = new Set<CancellationScope>();
  let ended = false;
  let told = false;

  const begin = async (): Promise<void> => {
    if (told) return;
    told = true;
    await onFirst?.();
  };

  return {
    async untilDue(milliseconds, reason) {
      await begin();
      if (ended || milliseconds <= 0) return;
      const scope = new CancellationScope();
      scopes.add(scope);
      try {
        await scope.run(() => sleep(milliseconds, { summary: reason }));
      } catch (error) {
        // Ended by `end`; a cancellation of the whole execution by an operator has to go through.
        if (!isCancellation(error) || !ended) throw error;
      } finally {
        scopes.delete(scope);
      }
    },
    async pause(milliseconds, reason) {
      await begin();
      await sleep(milliseconds, { summary: reason });
    },
    end() {
      ended = true;
      for (const scope of scopes) scope.cancel();
    },
  };
}
