import type { Engine, Execution, TriggerStart } from "#engine/client.ts";

/** An engine that starts nothing and remembers what it was asked. */
export function fakeEngine(overrides: Partial<Engine> = {}) {
  const started: TriggerStart[] = [];
  const woken: Execution[] = [];
  /** Ids of executions that were asked to look again. */
  const asked: string[] = [];
  const engine: Engine = {
    startTrigger: async (start) => {
      started.push(start);
    },
    wake: async (execution) => {
      woken.push(execution);
    },
    lookAgain: async (executionIds) => {
      asked.push(...executionIds);
    },
    stateOf: async () => "gone",
    listFailedExecutions: async () => [],
    runUrl: () => undefined,
    reconcileSoon: async () => {},
    check: async () => {},
    ...overrides,
  };
  return { engine, started, woken, asked };
}
