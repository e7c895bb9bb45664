/**
 * Does a number of tasks with so many under way at every moment: as one ends the next begins. `slot` tells the places
 * apart, from 0. Returns the seconds it took and what the tasks returned, in the order in which they ended.
 */
export async function closedLoop<Result>(
  { tasks, inFlight }: { tasks: number; inFlight: number },
  task: (slot: number) => Promise<Result>,
): Promise<{ seconds: number; results: Result[] }> {
  const results: Result[] = [];
  let begun = 0;
  const work = async (slot: number): Promise<void> => {
    while (begun < tasks) {
      begun += 1;
      results.push(await task(slot));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, slot) => work(slot)));
  return { seconds: (performance.now() - start) / 1000, results };
}
