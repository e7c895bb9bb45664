import { loadConfig, requireServices } from "#config.ts";
import { connectTemporal } from "#engine/connect.ts";
import { logCrashes } from "#telemetry/log-crashes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { startWorker } from "./start-worker.ts";

// The worker as a process of its own: any number of them share the work of one task queue.

const config = requireServices(loadConfig());
const logger = createLogger(config);
logCrashes(logger);
const connection = await connectTemporal(config, logger);
const worker = await startWorker({ config, connection, logger });
logger.info({ taskQueue: config.temporal.taskQueue }, "worker is ready");

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void worker.stop();
  });
}

try {
  await worker.finished;
  await connection.close();
} catch (error) {
  logger.fatal({ err: error }, "worker failed");
  process.exit(1);
}
