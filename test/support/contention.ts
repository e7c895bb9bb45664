const SAMPLE_MS = 30;

/**
 * Measures how much longer work takes because other programs want the same cores: 1 on a machine that does nothing else, 2 where work has a
 * core for half of the time.
 */
export function measureContention(): { sample(): void; factor(): number } {
  let wall = 0;
  let worked = 0;
  return {
    /** Works for a moment, while what is measured does not. */
    sample() {
      const began = performance.now();
      const before = process.cpuUsage();
      while (performance.now() - began < SAMPLE_MS);
      const { user, system } = process.cpuUsage(before);
      wall += performance.now() - began;
      worked += (user + system) / 1_000;
    },
    factor: () => Math.max(1, wall / worked),
  };
}
