import { join } from "node:path";
import { type NativeConnection, Worker } from "@temporalio/worker";
import { createActivities } from "#activities/index.ts";
import type { ServiceConfig } from "#config.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { closeTransports } from "#providers/email/smtp-transports.ts";
import { createHttp } from "#providers/http.ts";
import type { Logger } from "#telemetry/logger.ts";
import { scheduleHousekeeping } from "./housekeeping-schedule.ts";
import { workflowBundle } from "./workflow-bundle.ts";

export interface WorkerDeps {
  config: ServiceConfig;
  connection: NativeConnection;
  logger: Logger;
}

export interface RunningWorker {
  /** Settles when the worker has stopped; rejects when it fails. */
  finished: Promise<void>;
  /** Lets running activities end, then closes what the worker opened. */
  stop(): Promise<void>;
}

/** Executions kept in memory between their tasks; others are replayed when they wake. Bounds the worker's memory. */
const CACHED_EXECUTIONS = 400;
/** Requests for work that are open at Temporal, for each kind. More keep it busy without bringing work any sooner. */
const POLLERS = 4;
/** Cohorts that are sent at once: each keeps many sends under way by itself. */
const PARALLEL_SENDS = 8;
/** Local activities under way at once; more would only wait for a connection of the pool. */
const PARALLEL_RECORDS = 40;

export async function startWorker({ config, connection, logger }: WorkerDeps): Promise<RunningWorker> {
  const db = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });
  const http = createHttp({ allowPrivateHosts: config.allowPrivateHosts });
  const worker = await Worker.create({
    connection,
    namespace: config.temporal.namespace,
    taskQueue: config.temporal.taskQueue,
    workflowBundle: await workflowBundle(join(config.dataDir, "bundles")),
    activities: createActivities({ db, http, logger, config }),
    maxCachedWorkflows: CACHED_EXECUTIONS,
    maxConcurrentWorkflowTaskPolls: POLLERS,
    maxConcurrentActivityTaskPolls: POLLERS,
    maxConcurrentActivityTaskExecutions: PARALLEL_SENDS,
    maxConcurrentLocalActivityExecutions: PARALLEL_RECORDS,
    shutdownGraceTime: "4s",
  });
  await scheduleHousekeeping(connection, config);
  const finished = worker.run().finally(async () => {
    closeTransports();
    await closeDatabase(db);
  });
  // Whoever started the worker decides what its failure means; until then it is not unhandled.
  finished.catch(() => {});
  return {
    finished,
    async stop() {
      if (worker.getState() === "RUNNING") worker.shutdown();
      await finished;
    },
  };
}
