import type { Logger } from "pino";
import type { Deps } from "#activities/deps.ts";
import { createSafetyCaps } from "#activities/gate/safety-caps.ts";
import { createSliceGate } from "#activities/gate/slice-gate.ts";
import { type Activities, createActivities } from "#activities/index.ts";
import { createDispatcher, type Dispatcher } from "#activities/lanes/dispatcher.ts";
import type { Wakers } from "#activities/lanes/wakers.ts";
import { createDigestMemory } from "#activities/slice/digest-memory.ts";
import type { Database } from "#db/client.ts";
import { durationsOf } from "#domain/times/durations.ts";
import type { Engine } from "#engine/client.ts";
import { triggerEventBy } from "#events/trigger-scheduled.ts";
import type { Http } from "#providers/http/http.ts";
import type { Renderer } from "#rendering/renderer.ts";
import { createLogger } from "#telemetry/logger.ts";
import { retryMinutes, testConfig } from "../environment.ts";
import type { Driver } from "./driver.ts";
import { createProcess, type ModelProcess, steppedDatabase } from "./stepped-database.ts";
import type { ModelTemporal } from "./temporal.ts";
import { type ModelVendor, PATIENCE_MINUTES } from "./vendor.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** One worker process: it has its own dispatcher, and loses it when it dies. */
export interface ModelWorker {
  name: string;
  process: ModelProcess;
  activities: Activities;
  /** Under whose lease it sends each message, while it does. */
  owners: Map<string, string>;
}

export interface WorkerOptions {
  name: string;
  db: Database;
  driver: Driver;
  time: VirtualTime;
  renderer: Renderer;
  vendor: ModelVendor;
  temporal: () => ModelTemporal;
  slots: number;
  /** How far its clock is off, in milliseconds. */
  skew: number;
  violation(text: string): void;
  onDeath(worker: ModelWorker): void;
}

export function createWorker(options: WorkerOptions): ModelWorker {
  const { name, driver, time, renderer, vendor, slots, skew, violation } = options;
  const owners = new Map<string, string>();
  const itself = (): ModelWorker => worker;
  const process = createProcess(driver, name, () => options.onDeath(worker));
  const db = steppedDatabase(options.db, driver, process);
  const clock = () => new Date(time.now() + skew);
  const durations = durationsOf(1);
  const logger = complaining(violation);
  const engine = engineOf(process, options.temporal);
  const unreachable = () => {};
  const wakers: Wakers = {
    webhooks: () => {},
    lane: (lane) => void engine.wakeLane(lane).catch(unreachable),
    cohort: ({ executionId }) => void engine.lookAgain([executionId]).catch(unreachable),
    close: async () => {},
  };
  const dispatcher = createDispatcher({
    db,
    stopMs: 25_000,
    retryMinutes: { ...retryMinutes, email: PATIENCE_MINUTES },
    sessions: vendor.sessions(itself),
    gates: vendor.gates(itself, slots),
    paces: vendor.paces(),
    outages: { note: () => {}, end: () => {}, refused: () => {}, accepted: () => {} },
    counts: { succeeded: () => {}, failed: () => {} },
    clock,
    durations,
    logger,
    wakers,
    reportsUrl: "http://localhost:3000",
    encryptionKey: testConfig.encryptionKey,
  });
  const deps: Deps = {
    db,
    logger,
    clock,
    durations,
    renderer: {
      ...renderer,
      renderMessages: (input) => driver.during(() => renderer.renderMessages(input)),
      renderText: (...input) => driver.during(() => renderer.renderText(...input)),
    },
    dispatcher: noting(dispatcher, owners, vendor, itself),
    sessions: { askReceipts: () => Promise.reject(new Error("No vendor of the model has receipts")) },
    http: noHttp,
    wakers,
    requests: {
      inSlot: async () => ({ retryInMs: 0 }),
      send: () => Promise.reject(new Error("No workflow of the model sends HTTP requests")),
      close: async () => {},
    },
    webhooks: { ask: async () => ({ failed: "No workflow of the model asks webhooks" }) },
    bridge: { execute: async () => ({ retryInMs: 1_000 }) },
    publisher: { publish: () => {}, flushed: async () => {} },
    gate: createSliceGate(),
    digestMemory: createDigestMemory(),
    triggerEvent: triggerEventBy({ db, engine, quota: null }),
    safetyCaps: createSafetyCaps({ db, clock, onPaused: () => {}, onError: (error) => logger.error({ err: error }) }),
    engine,
    config: testConfig,
  };
  const worker: ModelWorker = { name, process, activities: createActivities(deps), owners };
  return worker;
}

const noCall = (): never => {
  throw new Error("No workflow of the model calls anybody");
};
const noHttp: Http = {
  get: noCall,
  post: noCall,
  request: noCall,
  openHttp2: noCall,
  withSignal: () => noHttp,
  withPassthrough: () => noHttp,
  withAnswers: () => noHttp,
  withAllowance: () => noHttp,
};

/** Temporal as a process reaches it. */
export function engineOf(process: ModelProcess, temporal: () => ModelTemporal): Engine {
  const ask = <T>(label: string, work: () => T) => process.statement(label, async () => work());
  return {
    startTrigger: ({ executionId, event }) => ask("start", () => temporal().start(executionId, event)),
    wake: (execution) => ask("wake", () => temporal().wake(execution)),
    describeQueues: async () => [],
    // What cannot be reached is left alone.
    wakeInboundMail: async () => {},
    wakeSnoozed: async () => {},
    wakeReceipts: async () => {},
    wakeWebhooks: async () => {},
    wakeLane: (lane) => ask("wake a lane", () => temporal().wakeLane(lane)),
    lookAgain: (ids) => ask("signal: look again", () => temporal().lookAgain(ids)).catch(() => {}),
    startResumption: async () => {},
    startImport: async () => {},
    startErasure: async () => {},
    stateOf: (id) => ask("ask for a state", () => temporal().stateOf(id)),
    listFailedExecutions: (since) => ask("list failed executions", () => temporal().listFailed(since.getTime())),
    reconcileSoon: async () => {},
    fireSchedulesSoon: async () => {},
    ensureUpkeep: async () => {},
    runUrl: () => undefined,
    check: async () => {},
  };
}

/** Notes who sends what under which lease, and what became of it. */
function noting(
  dispatcher: Dispatcher,
  owners: Map<string, string>,
  vendor: ModelVendor,
  worker: () => ModelWorker,
): Dispatcher {
  return {
    ...dispatcher,
    async send(deliveries, known) {
      for (const { messageId, owner } of deliveries) owners.set(messageId, owner);
      const states = await dispatcher.send(deliveries, known);
      for (const [index, { messageId, owner }] of deliveries.entries()) {
        const call = vendor.calls.findLast(
          (one) => one.messageId === messageId && one.owner === owner && one.worker === worker(),
        );
        if (call) call.recorded = states[index];
        if (owners.get(messageId) === owner) owners.delete(messageId);
      }
      return states;
    },
  };
}

/** An error in the log is a defect, except that a row was refused, which scenarios ask for. */
function complaining(violation: (text: string) => void): Logger {
  const logger = createLogger({ logLevel: "silent" });
  return Object.assign(logger, {
    error: (fields: { err?: unknown }, message: string) => violation(`logged: ${message}: ${fields.err}`),
  });
}
