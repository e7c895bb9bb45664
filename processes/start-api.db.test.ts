import { Client } from "@temporalio/client";
import { afterAll, expect, test, vi } from "vitest";
import { loadConfig, requireServices } from "#config.ts";
import { startPresenceExpiry } from "#db/presence-expiry.ts";
import { connectTemporal } from "#engine/connect.ts";
import { upkeepExecutionId } from "#engine/ids.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { createLogger } from "#telemetry/logger.ts";
import { testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { testTemporalAddress } from "#test/support/temporal.ts";
import { startApi } from "./start-api.ts";
import { startWorker } from "./start-worker.ts";

vi.mock("#db/presence-expiry.ts", { spy: true });

const config = requireServices(
  loadConfig({
    BELFRY_MODE: "development",
    DATABASE_URL: testDatabaseUrl(),
    TEMPORAL_ADDRESS: testTemporalAddress(),
    BELFRY_PORT: String(await freePort()),
    BELFRY_TASK_QUEUE: "presence-expiry",
    BELFRY_LOG_LEVEL: "silent",
    BELFRY_SECRET: testConfig.secret,
    BELFRY_ENCRYPTION_KEY: testConfig.encryptionKey.toString("hex"),
  }),
);
const logger = createLogger(config);
const connection = await connectTemporal(config, logger);
afterAll(async () => {
  const { schedule, workflow } = new Client({ connection, namespace: config.temporal.namespace });
  const { taskQueue } = config.temporal;
  await schedule.getHandle(`housekeeping/${taskQueue}`).delete();
  await workflow.getHandle(upkeepExecutionId(taskQueue)).terminate();
  await connection.close();
});

test("a process looks for expired presences once, whether it is an API, or API and worker", async () => {
  const alone = await startApi({ config, connection, logger, besideWorker: null });
  expect(startPresenceExpiry).toHaveBeenCalledTimes(1);
  await alone.stop();

  vi.mocked(startPresenceExpiry).mockClear();
  const worker = await startWorker({ config, connection, logger });
  const api = await startApi({ config, connection, logger, besideWorker: { expectSmall: () => {} } });
  expect(startPresenceExpiry).toHaveBeenCalledTimes(1);
  await api.stop();
  await worker.stop();
});
