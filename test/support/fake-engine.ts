import type { Engine, Execution, TriggerStart } from "#engine/client.ts";
import type { EnvironmentRef, ErasureRef, ImportRef, LaneRef, ResumptionRef } from "#engine/refs.ts";

/** An engine that starts nothing and remembers what it was asked. */
export function fakeEngine(overrides: Partial<Engine> = {}) {
  const started: TriggerStart[] = [];
  const woken: Execution[] = [];
  const resumptions: ResumptionRef[] = [];
  const imports: ImportRef[] = [];
  const erasures: ErasureRef[] = [];
  /** Ids of executions that were asked to look again. */
  const asked: string[] = [];
  /** How often somebody wanted replies to be passed on. */
  const inbound = { woken: 0 };
  /** How often somebody snoozed a notification. */
  const snoozed = { woken: 0 };
  /** How often somebody wanted vendors to be asked for receipts. */
  const receipts = { woken: 0 };
  /** Environments whose events somebody wanted to be sent. */
  const webhooks: EnvironmentRef[] = [];
  /** Integrations whose deliveries somebody wanted to be sent. */
  const lanes: LaneRef[] = [];
  const engine: Engine = {
    describeQueues: async () => [],
    startTrigger: async (start) => {
      started.push(start);
    },
    wake: async (execution) => {
      woken.push(execution);
    },
    startResumption: async (resumption) => {
      resumptions.push(resumption);
    },
    startImport: async (ref) => {
      imports.push(ref);
    },
    startErasure: async (ref) => {
      erasures.push(ref);
    },
    wakeInboundMail: async () => {
      inbound.woken += 1;
    },
    wakeSnoozed: async () => {
      snoozed.woken += 1;
    },
    wakeReceipts: async () => {
      receipts.woken += 1;
    },
    wakeWebhooks: async (environment) => {
      webhooks.push(environment);
    },
    wakeLane: async (lane) => {
      lanes.push(lane);
    },
    lookAgain: async (executionIds) => {
      asked.push(...executionIds);
    },
    stateOf: async () => "gone",
    listFailedExecutions: async () => [],
    runUrl: () => undefined,
    reconcileSoon: async () => {},
    fireSchedulesSoon: async () => {},
    ensureUpkeep: async () => {},
    check: async () => {},
    ...overrides,
  };
  return { engine, started, woken, asked, resumptions, imports, erasures, inbound, snoozed, receipts, webhooks, lanes };
}
