/** How many calls run at the same time. */
const AT_ONCE = 4;

export interface Outcome<T> {
  done: T[];
  failed: { item: T; error: unknown }[];
}

/** Calls `action` for each item, a few at a time, and says which succeeded. One that fails does not hinder the others. */
export async function runAll<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<Outcome<T>> {
  const done: T[] = [];
  const failed: Outcome<T>["failed"] = [];
  const waiting = [...items];
  async function work() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await action(item);
        done.push(item);
      } catch (error) {
        failed.push({ item, error });
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed };
}
