import { randomUUID } from "node:crypto";
import { Client } from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import { z } from "zod";
import { loadConfig, requireServices, type ServiceConfig } from "#config.ts";
import { EventStatus, TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { createEngine, type Engine } from "#engine/client.ts";
import { connectTemporal } from "#engine/connect.ts";
import { upkeepExecutionId } from "#engine/ids.ts";
import { type RunningWorker, startWorker } from "#processes/start-worker.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "./environment.ts";
import { testDatabaseUrl } from "./postgres.ts";
import { testTemporalAddress } from "./temporal.ts";

/** API and worker of one process, as `npm start` runs them, on the test's database and the shared Temporal. */
export interface Whole {
  db: Database;
  client: Client;
  engine: Engine;
  taskQueue: string;
  environment: TestEnvironment;
  /** One request. Returns status and body. */
  call(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  trigger(event: { name: string; to?: unknown; transactionId?: string; payload?: object }): Promise<TriggerResult>;
  broadcast(event: { name: string; transactionId?: string; payload?: object }): Promise<TriggerResult>;
  status(transactionId: string): Promise<EventStatus>;
  /** Ends the worker, as a shutdown does. */
  stopWorker(): Promise<void>;
  /** Starts another one in its place. */
  startWorker(): Promise<void>;
  stop(): Promise<void>;
}

let connection: Promise<NativeConnection> | undefined;

export async function startWhole(): Promise<Whole> {
  const taskQueue = `test-${randomUUID()}`;
  const config: ServiceConfig = requireServices(
    loadConfig({
      BELFRY_MODE: "development",
      DATABASE_URL: testDatabaseUrl(),
      TEMPORAL_ADDRESS: testTemporalAddress(),
      BELFRY_TASK_QUEUE: taskQueue,
      BELFRY_LOG_LEVEL: "silent",
      BELFRY_SECRET: testConfig.secret,
      BELFRY_ENCRYPTION_KEY: testConfig.encryptionKey.toString("hex"),
    }),
  );
  const logger = createLogger(config);
  connection ??= connectTemporal(config, logger);
  const own = await connection;
  const newWorker = (): Promise<RunningWorker> => startWorker({ config, connection: own, logger });
  let worker: RunningWorker | null = await newWorker();
  const client = new Client({ connection: own, namespace: config.temporal.namespace });
  const engine = createEngine(client, {
    taskQueue,
    namespace: config.temporal.namespace,
    uiUrl: null,
    dashboardUrl: config.publicUrl,
    eager: true,
  });
  const api = await testApp({ engine });
  const environment = await createTestEnvironment(api.db);

  const call: Whole["call"] = async (method, path, body) => {
    const reply = await api.app.inject({
      method,
      url: `/v1${path}`,
      headers: { ...environment.headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const data = async <T>(schema: z.ZodType<T>, reply: ReturnType<Whole["call"]>): Promise<T> =>
    z.object({ data: schema }).parse((await reply).body).data;

  return {
    db: api.db,
    client,
    engine,
    taskQueue,
    environment,
    call,
    trigger: (event) => data(TriggerResult, call("POST", "/events/trigger", event)),
    broadcast: (event) => data(TriggerResult, call("POST", "/events/trigger/broadcast", event)),
    status: (transactionId) => data(EventStatus, call("GET", `/events/trigger/${transactionId}`)),
    async stopWorker() {
      await worker?.stop();
      worker = null;
    },
    async startWorker() {
      worker ??= await newWorker();
    },
    async stop() {
      await worker?.stop();
      await client.schedule.getHandle(`housekeeping/${taskQueue}`).delete();
      await client.workflow.getHandle(upkeepExecutionId(taskQueue)).terminate();
      await api.close();
    },
  };
}
