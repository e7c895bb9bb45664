import fc from "fast-check";
import { expect, test } from "vitest";
import { runScenario } from "#test/support/model/run-scenario.ts";
import { scenarios } from "#test/support/model/scenario.ts";

const RUNS = 500;
/** The search, and shrinking, end after this long, with what has been found. */
const SECONDS = 1_500;

/**
 * Other scenarios each time. A failure names its seed and path, and `MODEL_SEED=<seed> MODEL_PATH=<path>` repeats that one, and looks for
 * smaller ones that fail.
 */
const { MODEL_SEED, MODEL_PATH: path } = import.meta.env;
const seed = MODEL_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(MODEL_SEED);

test(
  `whatever happens, each recipient is served once and every run says how it ended (seed ${seed})`,
  async () => {
    let runs = 0;
    const property = fc.asyncProperty(scenarios, async (scenario) => {
      runs += 1;
      await runScenario(scenario);
    });
    const repeated = path === undefined ? { numRuns: RUNS, endOnFailure: true } : { numRuns: 1, path };
    await fc.assert(property, { interruptAfterTimeLimit: SECONDS * 1_000, seed, ...repeated });
    expect(runs).toBeGreaterThan(0);
  },
  (SECONDS + 60) * 1_000,
);
