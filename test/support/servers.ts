import { join } from "node:path";
import { type Config, loadConfig } from "#config.ts";
import { SERVER_ID_BYTES } from "#engine/ids.ts";
import { createPart, type Part, type PartDefinition } from "#scripts/part.ts";
import { Problem } from "#scripts/problem.ts";
import { recordChildren } from "#scripts/servers/child-records.ts";
import { freePort } from "#scripts/servers/ports.ts";
import { embeddedPostgres } from "#scripts/servers/postgres-server.ts";
import { findTemporalCli } from "#scripts/servers/temporal-cli.ts";
import { temporalDevServer } from "#scripts/servers/temporal-server.ts";

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** A Postgres that forgets: its data need not survive the machine, so it never waits for the disk. */
export async function startTestPostgres(runFolder: string): Promise<TestServer> {
  const dataDir = join(runFolder, "postgres");
  const { definition, databaseUrl } = await embeddedPostgres({
    folder: join(dataDir, "data"),
    port: await freePort(),
    logFile: join(dataDir, "postgres.log"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" },
  });
  return { url: databaseUrl, stop: await startNoted(dataDir, definition) };
}

/** A Temporal development server in memory, set up by `temporal-dev.yaml`. `url` is its `host:port`. */
export async function startTestTemporal(
  runFolder: string,
  config: Config = loadConfig({ ...process.env, BELFRY_MODE: "development" }),
): Promise<TestServer> {
  try {
    return await startTemporal(runFolder, config);
  } catch (error) {
    // It takes ports of its own for its services, and ends when somebody else has taken one of them meanwhile.
    if (!(error instanceof Problem)) throw error;
    return startTemporal(runFolder, config);
  }
}

async function startTemporal(runFolder: string, config: Config): Promise<TestServer> {
  const dataDir = join(runFolder, "temporal");
  const { definition, address } = temporalDevServer({
    // Nothing of the product may need longer ids than production servers on Postgres or MySQL store.
    dynamicConfig: { "limit.maxIDLength": SERVER_ID_BYTES },
    cli: await findTemporalCli(config, say),
    databaseFile: null,
    port: await freePort(),
    uiPort: null,
    logFile: join(dataDir, "temporal.log"),
  });
  return { url: address, stop: await startNoted(dataDir, definition) };
}

/** Starts a process that is recorded in the data folder of a run folder. @returns what stops it */
export async function startNoted(dataDir: string, definition: PartDefinition): Promise<() => Promise<void>> {
  const part: Part = createPart(definition, { say, changed: () => note() });
  const note = () => {
    const running = part.identity();
    recordChildren(dataDir, running ? [{ ...running, name: part.name, stopSignal: part.stopSignal }] : []);
  };
  await part.start();
  return () => part.stop(5_000);
}
