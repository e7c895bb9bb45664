import type { Priority } from "#domain/lanes/priorities.ts";

/** Tasks of one integration that are under way at once. Waiting ones begin by their priority, and in the order they came. */
export interface Slots {
  run<T>(priority: Priority, task: () => Promise<T>): Promise<T>;
  /** Rejects the tasks that have not begun. */
  clear(error: () => Error): void;
  readonly active: number;
  readonly waiting: number;
  /** How many are under way at most; fewer from the next one on that begins. */
  most: number;
}

interface Waiting {
  begin(): void;
  reject(error: Error): void;
}

export function createSlots(most: number): Slots {
  const queues = new Map<Priority, Waiting[]>();
  let active = 0;

  const next = (): Waiting | undefined => {
    const first = [...queues].filter(([, queue]) => queue.length > 0).sort(([a], [b]) => a - b)[0];
    return first?.[1].shift();
  };

  const slots: Slots = {
    most,
    get active() {
      return active;
    },
    get waiting() {
      let count = 0;
      for (const queue of queues.values()) count += queue.length;
      return count;
    },
    async run(priority, task) {
      if (active < slots.most) active += 1;
      else {
        await new Promise<void>((begin, reject) => {
          const queue = queues.get(priority) ?? [];
          queues.set(priority, queue);
          queue.push({ begin, reject });
        });
      }
      try {
        return await task();
      } finally {
        active -= 1;
        while (active < slots.most) {
          const waiting = next();
          if (!waiting) break;
          active += 1;
          waiting.begin();
        }
      }
    },
    clear(error) {
      for (const queue of queues.values()) for (const { reject } of queue.splice(0)) reject(error());
    },
  };
  return slots;
}
