interface Turn {
  organizationId: string;
  /** Comes before everything that is not urgent, whoever it belongs to. */
  urgent: boolean;
}

/**
 * Runs work in a number of slots. What waits for one is taken from the organisations in turn, so that one with a thousand
 * pieces of work delays another by one piece of its own for each slot.
 */
export interface FairQueue {
  /** How many run at the same time from now on. */
  slots: number;
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
}

export function createFairQueue(slots: number): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  const urgent: (() => void)[] = [];
  let running = 0;

  function enqueue(organizationId: string, begin: () => void): void {
    const own = waiting.get(organizationId);
    if (own) own.push(begin);
    else waiting.set(organizationId, [begin]);
  }

  function next(): (() => void) | undefined {
    const first = urgent.shift();
    if (first) return first;
    for (const [organizationId, own] of waiting) {
      const begin = own.shift();
      // It goes to the end, behind everybody else who waits.
      waiting.delete(organizationId);
      if (own.length > 0) waiting.set(organizationId, own);
      return begin;
    }
    return undefined;
  }

  function fill(): void {
    while (running < queue.slots) {
      const begin = next();
      if (!begin) return;
      running += 1;
      begin();
    }
  }

  const queue: FairQueue = {
    slots,
    async run(turn, work) {
      await new Promise<void>((begin) => {
        if (turn.urgent) urgent.push(begin);
        else enqueue(turn.organizationId, begin);
        fill();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        fill();
      }
    },
  };
  return queue;
}
