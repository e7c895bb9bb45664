/**
 * Does a number of tasks with so many under way at every moment: as one ends the next begins. `slot` tells the places
 * apart, from 0. Returns the seconds it took and what the tasks returned, in the order in which they ended. When a task
 * fails or the signal is aborted no other begins; those under way are waited for.
 */
export async function closedLoop<Result>(
  { tasks, inFlight, signal }: { tasks: number; inFlight: number; signal?: AbortSignal },
  task: (slot: number) => Promise<Result>,
): Promise<{ seconds: number; results: Result[] }> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  let begun = 0;
  const work = async (slot: number): Promise<void> => {
    while (begun < tasks && failures.length === 0) {
      begun += 1;
      try {
        signal?.throwIfAborted();
        results.push(await task(slot));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, slot) => work(slot)));
  if (failures.length > 0) throw failures[0];
  return { seconds: (performance.now() - start) / 1000, results };
}
