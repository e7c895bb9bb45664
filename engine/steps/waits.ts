import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";

/** The durable waits of one execution, all of which end at once when the caller cancels the event. */
export interface Waits {
  /** Waits on a durable timer, or until `end`. `reason` is what operators read on the timer. */
  for(milliseconds: number, reason: string): Promise<void>;
  end(): void;
}

export function createWaits({ onFirst }: { onFirst?: () => Promise<void> } = {}): Waits {
  const scopes = new Set<CancellationScope>();
  let ended = false;
  let told = false;

  return {
    async for(milliseconds, reason) {
      if (!told) {
        told = true;
        await onFirst?.();
      }
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
    end() {
      ended = true;
      for (const scope of scopes) scope.cancel();
    },
  };
}
