import type { Engine, TriggerStart } from "#engine/client.ts";

/** An engine that starts nothing and remembers what it was asked. */
export function fakeEngine(overrides: Partial<Engine> = {}) {
  const started: TriggerStart[] = [];
  const canceled: { environmentId: string; transactionId: string }[] = [];
  const engine: Engine = {
    startTrigger: async (start) => {
      started.push(start);
      return "started";
    },
    cancelTrigger: async (environmentId, transactionId) => {
      canceled.push({ environmentId, transactionId });
    },
    standing: async () => undefined,
    runUrl: () => undefined,
    check: async () => {},
    ...overrides,
  };
  return { engine, started, canceled };
}
