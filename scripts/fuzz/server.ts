import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#config.ts";
import { migrate } from "#db/migrate.ts";
import { createRunFolder, removeRunFolder } from "#test/support/run-folder.ts";
import { startNoted, startTestPostgres, startTestTemporal } from "#test/support/servers.ts";
import { freePort } from "../servers/ports.ts";
import { serverArguments, serverEnvironment } from "../servers/server-process.ts";

/** API and worker in one process, on a Postgres and a Temporal of their own, which end with this process. */
export interface FuzzedServer {
  /** Origin of the API. */
  readonly url: string;
  readonly databaseUrl: string;
  /** A folder for the files of this run. */
  readonly folder: string;
  /** Lines that the server has logged. */
  log(): string;
  stop(): Promise<void>;
}

/** Nobody listens there: what the product calls does not leave this machine. */
const NOWHERE = "http://127.0.0.1:9";

export async function startFuzzedServer(): Promise<FuzzedServer> {
  const folder = createRunFolder();
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.toReversed()) await one();
    removeRunFolder(folder);
  };
  try {
    const postgres = await startTestPostgres(folder);
    stops.push(postgres.stop);
    await migrate(postgres.url);
    const temporal = await startTestTemporal(folder);
    stops.push(temporal.stop);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const dataDir = join(folder, "belfry");
    const logFile = join(dataDir, "belfry.log");
    const proxies = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, http_proxy: NOWHERE, https_proxy: NOWHERE };
    const env = serverEnvironment({
      ...proxies,
      DATABASE_URL: postgres.url,
      TEMPORAL_ADDRESS: temporal.url,
      // Development mode compares each answer with its schema.
      BELFRY_MODE: "development",
      BELFRY_ALLOW_PRIVATE_HOSTS: "false",
      BELFRY_HOST: "127.0.0.1",
      BELFRY_PORT: String(port),
      BELFRY_DATA_DIR: dataDir,
      BELFRY_LOG_LEVEL: "error",
      BELFRY_LIMIT_SESSIONS: "0",
      BELFRY_LIMIT_LOGINS: "0",
      BELFRY_LIMIT_REFUSALS: "0",
      BELFRY_LIMIT_REPORTS: "0",
      BELFRY_LIMIT_TRIGGERS: "0",
      BELFRY_LIMIT_CALLS: "0",
      BELFRY_SECRET: randomBytes(32).toString("hex"),
      BELFRY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    });
    stops.push(
      await startNoted(dataDir, {
        name: "Belfry",
        command: process.execPath,
        args: [...serverArguments],
        cwd: projectRoot,
        env,
        logFile,
        stopSignal: "SIGTERM",
        probe: () => requireHealthy(url),
        readyWithinMs: 120_000,
      }),
    );
    return { url, databaseUrl: postgres.url, folder, log: () => readFileSync(logFile, "utf8"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function requireHealthy(url: string): Promise<void> {
  const reply = await fetch(`${url}/v1/health-check`, { signal: AbortSignal.timeout(5_000) });
  if (!reply.ok) throw new Error(`the health check answered ${reply.status}`);
}
