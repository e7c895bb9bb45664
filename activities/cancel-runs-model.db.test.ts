import fc from "fast-check";
import { expect, test } from "vitest";
import { runScenario } from "#test/support/model/run-scenario.ts";
import { scenarios } from "#test/support/model/scenario.ts";
import type { Fault } from "#test/support/model/stepped-database.ts";

// Whatever else happens meanwhile, and wherever a cancellation of runs dies, counters stay true and nothing is sent twice.

const SCENARIOS = fc.sample(scenarios, { seed: 7, numRuns: 8 });
const FAULTS: readonly Fault[] = [3, 5, 7, 9].map((after) => ({ after, runs: after % 4 === 1, statements: "dies" }));

test.each(SCENARIOS.map((scenario, at) => [at, scenario] as const))(
  "runs are cancelled in scenario %i",
  async (at, scenario) => {
    const place = Math.floor(scenario.commands.length / 2);
    const fault = FAULTS[at % FAULTS.length] ?? null;
    const commands = scenario.commands.toSpliced(
      place,
      0,
      { kind: "cancel runs", fault },
      { kind: "cancel runs", fault: null },
    );
    await expect(runScenario({ ...scenario, commands, isResumedAtLast: false })).resolves.toBeUndefined();
  },
  120_000,
);
