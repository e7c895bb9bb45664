import { join } from "node:path";
import { Client } from "@temporalio/client";
import { type NativeConnection, Worker } from "@temporalio/worker";
import { createBridgeCalls } from "#activities/ahead/bridge-calls.ts";
import { createConditionWebhooks } from "#activities/ahead/condition-webhooks.ts";
import { createHttpRequests } from "#activities/ahead/http-requests.ts";
import { createSafetyCaps } from "#activities/gate/safety-caps.ts";
import { createSliceGate, type SliceGate } from "#activities/gate/slice-gate.ts";
import { createActivities } from "#activities/index.ts";
import { createDispatcher } from "#activities/lanes/dispatcher.ts";
import { createIntegrationGates } from "#activities/lanes/integration-gates.ts";
import { createLanePaces } from "#activities/lanes/lane-paces.ts";
import { createOutages } from "#activities/lanes/outages.ts";
import { createSendCounts } from "#activities/lanes/send-counts.ts";
import { createWakers } from "#activities/lanes/wakers.ts";
import { createDigestMemory } from "#activities/slice/digest-memory.ts";
import { startUnsentWebhooks } from "#activities/upkeep/unsent-webhooks.ts";
import { startVendorLifts } from "#activities/upkeep/vendor-lifts.ts";
import type { ServiceConfig } from "#config.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { decryptCredentials } from "#db/encryption.ts";
import { startPresenceExpiry } from "#db/presence-expiry.ts";
import { createPublisher } from "#db/publisher.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { durationsOf } from "#domain/times/durations.ts";
import { createEngine } from "#engine/client.ts";
import { keepUpkeep } from "#engine/keep-upkeep.ts";
import { bridgeCall } from "#engine/policies.ts";
import { createSchedules } from "#engine/schedules.ts";
import { workflowBundle } from "#engine/workflow-bundle.ts";
import { createEventQuota } from "#events/event-quota.ts";
import { triggerEventBy } from "#events/trigger-scheduled.ts";
import { createBridgeClient } from "#providers/bridge/bridge-client.ts";
import { createHttp } from "#providers/http/http.ts";
import { createSessionCache } from "#providers/session-cache.ts";
import { createRenderer } from "#rendering/renderer.ts";
import type { Logger } from "#telemetry/logger.ts";

export interface WorkerDeps {
  config: ServiceConfig;
  connection: NativeConnection;
  logger: Logger;
  /** Shared with the API of the same process, which says what it accepts. */
  gate?: SliceGate;
}

export interface RunningWorker {
  /** Settles when the worker has stopped; rejects when it fails. */
  finished: Promise<void>;
  /** Begins no more sends, awaits those under way, lets running activities end, then closes what the worker opened. */
  stop(): Promise<void>;
}

/** Below the time-out of a local activity, so that no statement goes on beside its repetition. */
const WORKER_STATEMENT_TIMEOUT_MS = 15_000;
/** After the time for sends, activities have as long to end by themselves. */
const ACTIVITIES_END_MS = 8_000;
/** Executions kept in memory between their tasks; others are replayed when they wake. Bounds the worker's memory. */
const CACHED_EXECUTIONS = 400;
/** Requests for work that are open at Temporal, for each kind. More keep it busy without bringing work any sooner. */
const POLLERS = 4;
/** Activities of the task queue under way at once. Those that send mostly wait: slots are counted per integration. */
const PARALLEL_ACTIVITIES = 200;
/** Local activities under way at once; most of them wait for a connection of the pool or for a provider. */
const PARALLEL_LOCAL_ACTIVITIES = 100;

export async function startWorker({
  config,
  connection,
  logger,
  gate = createSliceGate(),
}: WorkerDeps): Promise<RunningWorker> {
  const db = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    statementTimeoutMs: WORKER_STATEMENT_TIMEOUT_MS,
  });
  const { allowPrivateHosts, proxy, installation } = config;
  const http = createHttp({ allowPrivateHosts, proxy });
  const sessions = createSessionCache({
    tools: { http, allowPrivateHosts, installation },
    decrypt: (stored) => decryptCredentials(stored, config.encryptionKey),
    onCloseFailed: (error) => logger.warn({ err: error }, "the session of an integration could not be closed"),
  });
  const clock = () => new Date();
  const durations = durationsOf(config.timeScale);
  const renderer = createRenderer();
  const publisher = createPublisher(db, (error) => logger.warn({ err: error }, "inboxes could not be notified"));
  // Also when the only API process was killed: conditions are evaluated here.
  const endPresenceExpiry = startPresenceExpiry(db, (error) =>
    logger.warn({ err: error }, "presences could not be expired"),
  );
  const requests = createHttpRequests({ http });
  const outages = createOutages({ db, clock, logger });
  const counts = createSendCounts({ db, clock, logger });
  const gates = createIntegrationGates({ onOpen: outages.note, onClose: outages.end });
  const engine = createEngine(new Client({ connection, namespace: config.temporal.namespace }), {
    taskQueue: config.temporal.taskQueue,
    namespace: config.temporal.namespace,
    uiUrl: config.temporal.uiUrl,
    dashboardUrl: addressOf(config, "web"),
    eager: false,
  });
  const wakers = createWakers({ engine, logger });
  const dispatcher = createDispatcher({
    db,
    installation,
    stopMs: config.stopSeconds * 1_000,
    retryMinutes: config.retryMinutes,
    sessions,
    gates,
    paces: createLanePaces({ db, clock, logger }),
    outages,
    counts,
    clock,
    durations,
    logger,
    wakers,
    reportsUrl: addressOf(config, "webhook"),
    encryptionKey: config.encryptionKey,
  });
  const safetyCaps = createSafetyCaps({
    db,
    clock,
    onPaused: (pause) =>
      logger.warn(pause, "a safety cap was reached: what it is about is paused until a member decides"),
    onError: (error) => logger.warn({ err: error }, "counts for safety caps could not be stored"),
  });
  const quota = createEventQuota({ db, config });
  const worker = await Worker.create({
    connection,
    namespace: config.temporal.namespace,
    taskQueue: config.temporal.taskQueue,
    workflowBundle: await workflowBundle(join(config.dataDir, "bundles")),
    activities: createActivities({
      db,
      logger,
      clock,
      durations,
      renderer,
      dispatcher,
      sessions,
      publisher,
      wakers,
      engine,
      config,
      http,
      gate,
      digestMemory: createDigestMemory(),
      webhooks: createConditionWebhooks({ http }),
      bridge: createBridgeCalls({ client: createBridgeClient({ http, timeoutMs: bridgeCall.timeout }) }),
      requests,
      triggerEvent: triggerEventBy({ db, engine, quota }),
      safetyCaps,
    }),
    maxCachedWorkflows: CACHED_EXECUTIONS,
    maxConcurrentWorkflowTaskPolls: POLLERS,
    maxConcurrentActivityTaskPolls: POLLERS,
    maxConcurrentActivityTaskExecutions: PARALLEL_ACTIVITIES,
    maxConcurrentLocalActivityExecutions: PARALLEL_LOCAL_ACTIVITIES,
    // Activities hear of it at once: those that go on until there is no more to do end, and await what they have begun.
    shutdownGraceTime: 0,
    shutdownForceTime: config.stopSeconds * 1_000 + ACTIVITIES_END_MS,
  });
  await createSchedules(connection, config);
  const endUpkeep = await keepUpkeep(engine, durations.reconciliation, (error) =>
    logger.warn({ err: error }, "Temporal could not be asked whether the upkeep runs"),
  );
  const endUnsentWebhooks = startUnsentWebhooks({ db, clock, wakers, logger }, durations.unsentWebhooks);
  const endVendorLifts = startVendorLifts({ db, clock, logger, sessions }, durations.vendorLifts);
  let sendsEnded: Promise<void> | undefined;
  const endSends = (): Promise<void> => {
    sendsEnded ??= dispatcher.close();
    return sendsEnded;
  };
  const finished = worker.run().finally(async () => {
    // Sends in flight end and are recorded, also those whose activity was given up.
    await endSends();
    await endVendorLifts();
    await counts.close();
    await wakers.close();
    await requests.close();
    await publisher.flushed();
    await safetyCaps.settled();
    await quota?.close();
    await renderer.close();
    await sessions.close();
    await http.close();
    await endUpkeep();
    await endUnsentWebhooks();
    await endPresenceExpiry();
    await closeDatabase(db);
  });
  // Whoever started the worker decides what its failure means; until then it is not unhandled.
  finished.catch(() => {});
  return {
    finished,
    async stop() {
      // Before the activities, which would begin more: those that wait for sends wait for these.
      endSends().catch((error: unknown) => logger.error({ err: error }, "sends could not be ended"));
      if (worker.getState() === "RUNNING") worker.shutdown();
      await finished;
    },
  };
}
