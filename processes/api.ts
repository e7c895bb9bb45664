import { loadConfig, requireServices } from "#config.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import { connectTemporal } from "#engine/connect.ts";
import { logCrashes } from "#telemetry/log-crashes.ts";
import { createLogger } from "#telemetry/logger.ts";
import { startApi } from "./start-api.ts";

// The API as a process of its own: any number of them serve one database.

const config = requireServices(loadConfig());
const logger = createLogger(config);
logCrashes(logger);
const connection = await connectTemporal(config, logger);
const api = await startApi({ config, connection, logger, besideWorker: null });
logger.info({ url: addressOf(config, "api") }, "API is ready");

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void api.stop().then(() => connection.close());
  });
}
