import { createSliceGate } from "#activities/gate/slice-gate.ts";
import { loadConfig, requireServices } from "#config.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { connectTemporal } from "#engine/connect.ts";
import { logCrashes } from "#telemetry/log-crashes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { startApi } from "./start-api.ts";
import { startWorker } from "./start-worker.ts";

// API and worker in one process, on one connection to Temporal: the default on one machine, and the fastest.

const config = requireServices(loadConfig());
const logger = createLogger(config);
logCrashes(logger);
const connection = await connectTemporal(config, logger);
const gate = createSliceGate();
const worker = await startWorker({ config, connection, logger, gate });
const api = await startApi({ config, connection, logger, besideWorker: gate });
logger.info({ url: addressOf(config, "web") }, "Belfry is ready");

let stopped: Promise<unknown> | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // No more requests and no more sends, at once: either may take its time to end. What is accepted meanwhile is for the next start.
    stopped ??= Promise.all([api.stop(), worker.stop()]);
    stopped.catch(() => {});
  });
}

try {
  await worker.finished;
  await stopped;
  await connection.close();
} catch (error) {
  logger.fatal({ err: error }, "worker failed");
  process.exit(1);
}
