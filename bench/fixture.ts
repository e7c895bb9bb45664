import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import postgres from "postgres";
import { loadConfig, projectRoot } from "#config.ts";
import { migrate } from "#db/migrate.ts";
import { buildServer } from "#scripts/build-server.ts";
import { createPart, type Part, type PartDefinition } from "#scripts/part.ts";
import { recordChildren } from "#scripts/servers/child-records.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { embeddedPostgres } from "#scripts/servers/postgres-server.ts";
import { builtServerArguments, serverEnvironment } from "#scripts/servers/server-process.ts";
import { findTemporalCli } from "#scripts/servers/temporal-cli.ts";
import { temporalDevServer } from "#scripts/servers/temporal-server.ts";
import { createRunFolder, removeRunFolder } from "#test/support/run-folder.ts";
import type { Cleanup } from "./cleanup.ts";
import { type Usage, usageOf } from "./process-usage.ts";

/** The servers that all measures share: one Postgres, one Temporal, and the product in one process. */
export interface Fixture {
  /** Origin of the API. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly encryptionKey: Buffer;
  /** Environment variables of every process of the bench. */
  readonly env: NodeJS.ProcessEnv;
  /** Names and versions of the servers, for the report. */
  readonly servers: string;
  usage(): Record<FixtureProcess, Usage>;
  /** Waits until the servers use next to no CPU, so that a measure is not slowed down by the one before. */
  waitUntilIdle(): Promise<void>;
}

export type FixtureProcess = "belfry" | "temporal" | "postgres";

const log = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Starts the servers as `npm start` does, durable files included, with ports and a temporary folder of their own. The cleanup
 * ends them, and so does the end of this process, whether it fails or is interrupted. The folder is in memory where that has room for it.
 */
export async function startFixture(cleanup: Cleanup, neededBytes?: number): Promise<Fixture> {
  const folder = createRunFolder(neededBytes);
  cleanup.defer(() => removeRunFolder(folder));
  const dataDir = join(folder, "data");
  const parts: Part[] = [];
  const recordProcesses = () =>
    recordChildren(
      dataDir,
      parts.flatMap(({ name, stopSignal, identity }) => {
        const running = identity();
        return running ? [{ ...running, name, stopSignal }] : [];
      }),
    );
  const start = async (definition: PartDefinition): Promise<Part> => {
    const part = createPart(definition, { say: log, changed: recordProcesses });
    parts.push(part);
    cleanup.defer(() => part.stop(10_000));
    await part.start();
    return part;
  };

  const database = await embeddedPostgres({
    folder: join(dataDir, "postgres"),
    port: await freePort(),
    logFile: join(dataDir, "postgres.log"),
  });
  const postgresPart = await start(database.definition);
  const server = temporalDevServer({
    cli: await findTemporalCli(loadConfig({ ...process.env, BELFRY_MODE: "development" }), log),
    databaseFile: join(dataDir, "temporal.db"),
    port: await freePort(),
    uiPort: null,
    logFile: join(dataDir, "temporal.log"),
  });
  const temporal = await start(server.definition);
  await migrate(database.databaseUrl);
  await buildServer(log);

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const encryptionKey = randomBytes(32);
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: database.databaseUrl,
    TEMPORAL_ADDRESS: server.address,
    // As it is operated: development mode parses every answer again. The mail server of the bench is on this machine.
    BELFRY_MODE: "production",
    BELFRY_HOST: "127.0.0.1",
    BELFRY_ALLOW_PRIVATE_HOSTS: "true",
    BELFRY_PORT: String(port),
    BELFRY_DATA_DIR: dataDir,
    BELFRY_LOG_LEVEL: "warn",
    // One reader asks for everything here. Calls are still counted, so that the cost of counting is measured.
    BELFRY_LIMIT_SESSIONS: "1000000",
    BELFRY_LIMIT_CALLS: "1000000",
    BELFRY_LIMIT_TRIGGERS: "1000000",
    BELFRY_SECRET: randomBytes(32).toString("hex"),
    BELFRY_ENCRYPTION_KEY: encryptionKey.toString("hex"),
  };
  const belfry = await start({
    name: "Belfry",
    command: process.execPath,
    args: [...builtServerArguments],
    cwd: projectRoot,
    env: serverEnvironment(env),
    logFile: join(dataDir, "belfry.log"),
    stopSignal: "SIGTERM",
    probe: () => requireHealthy(url),
    readyWithinMs: 120_000,
  });
  const pid = (part: Part) => part.identity()?.pid ?? 0;
  const usage = () => ({
    belfry: usageOf(pid(belfry)),
    temporal: usageOf(pid(temporal)),
    postgres: usageOf(pid(postgresPart)),
  });
  return {
    url,
    databaseUrl: database.databaseUrl,
    temporalAddress: server.address,
    encryptionKey,
    env,
    servers: await versionsOf(database.databaseUrl, server.address),
    usage,
    waitUntilIdle: () => waitUntilIdle(usage),
  };
}

async function versionsOf(databaseUrl: string, temporalAddress: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const [row] = await sql<{ server_version: string }[]>`show server_version`;
    const { serverVersion } = await connection.workflowService.getSystemInfo({});
    return `Postgres ${row?.server_version}, Temporal ${serverVersion} (development server)`;
  } finally {
    await sql.end();
    await connection.close();
  }
}

async function requireHealthy(url: string): Promise<void> {
  const reply = await fetch(`${url}/v1/health-check`, { signal: AbortSignal.timeout(5_000) });
  if (!reply.ok) throw new Error(`the health check answered ${reply.status}`);
}

const SAMPLE_MS = 400;
const QUIET_SHARE_OF_CORE = 0.1;
const LONGEST_WAIT_MS = 15_000;

async function waitUntilIdle(usage: Fixture["usage"]): Promise<void> {
  const total = () => Object.values(usage()).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const deadline = performance.now() + LONGEST_WAIT_MS;
  let before = total();
  while (performance.now() < deadline) {
    await sleep(SAMPLE_MS);
    const now = total();
    if (now - before < (QUIET_SHARE_OF_CORE * SAMPLE_MS) / 1000) return;
    before = now;
  }
}
