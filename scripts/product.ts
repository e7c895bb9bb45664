import { join } from "node:path";
import type { Config } from "#config.ts";
import { childEnvironment, projectRoot } from "#config.ts";
import { frontEnds } from "./front-ends.ts";
import { createPart, type Part, type PartDefinition, type PartEvents } from "./part.ts";
import { forgetPort, portFor } from "./servers/ports.ts";
import { embeddedPostgres } from "./servers/postgres-server.ts";
import { builtServerArguments, serverArguments, serverEnvironment } from "./servers/server-process.ts";
import { findTemporalCli } from "./servers/temporal-cli.ts";
import { readTemporalDevSettings } from "./servers/temporal-dev-settings.ts";
import { temporalDevServer } from "./servers/temporal-server.ts";

/** Settings and results of a start; `parts` grows by each part, before it starts. */
export interface Launch {
  readonly config: Config;
  readonly parts: Part[];
  readonly events: PartEvents;
  /** Aborted once everything is being stopped. */
  readonly stopping: AbortSignal;
}

export interface Services {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | null;
}

const logFile = (config: Config, name: string) => join(config.dataDir, "logs", `${name}.log`);

/** The configured database, or an embedded one started now. @returns its address */
export function startDatabase(launch: Launch): Promise<string> {
  const { config, events } = launch;
  if (config.databaseUrl !== null) return Promise.resolve(config.databaseUrl);
  return onFreePorts(launch, ["postgres"], async () => {
    const port = await portFor(config.dataDir, "postgres");
    events.say("Starting Postgres ...");
    const folder = join(config.dataDir, "postgres");
    const server = await embeddedPostgres({ folder, port, logFile: logFile(config, "postgres") });
    await start(launch, server.definition);
    return server.databaseUrl;
  });
}

/** The configured Temporal, or a development server started now. */
export function startTemporal(launch: Launch): Promise<Pick<Services, "temporalAddress" | "temporalUiUrl">> {
  const { config, events } = launch;
  const { address: configured, uiUrl: temporalUiUrl } = config.temporal;
  if (configured !== null) return Promise.resolve({ temporalAddress: configured, temporalUiUrl });
  const preferred = readTemporalDevSettings().ports;
  return onFreePorts(launch, ["temporal", "temporalUi"], async () => {
    const cli = await findTemporalCli(config, events.say);
    const port = await portFor(config.dataDir, "temporal", preferred.frontend);
    const uiPort = await portFor(config.dataDir, "temporalUi", preferred.ui);
    events.say("Starting Temporal ...");
    const { address, definition } = temporalDevServer({
      cli,
      port,
      uiPort,
      namespace: config.temporal.namespace,
      databaseFile: join(config.dataDir, "temporal.db"),
      logFile: logFile(config, "temporal"),
    });
    await start(launch, definition);
    return { temporalAddress: address, temporalUiUrl: temporalUiUrl ?? `http://localhost:${uiPort}` };
  });
}

/** The code that the server runs: the source, the source with a restart at each change, or what `npm run build` made of it. */
export type RunsFrom = "source" | "watched" | "build";

/** API and worker in one process, which share a native connection: a run's first task needs no trip to Temporal. */
export function startServer(launch: Launch, services: Services, from: RunsFrom): Promise<void> {
  const { config } = launch;
  const script = join(projectRoot, "processes", "serve.ts");
  const watcher = join(projectRoot, "node_modules", "tsx", "dist", "cli.mjs");
  const args = {
    source: serverArguments,
    watched: [watcher, "watch", "--clear-screen=false", script],
    build: builtServerArguments,
  };
  return start(launch, {
    name: "Belfry",
    command: process.execPath,
    args: args[from],
    cwd: projectRoot,
    env: serverEnvironment({
      DATABASE_URL: services.databaseUrl,
      TEMPORAL_ADDRESS: services.temporalAddress,
      TEMPORAL_UI_URL: services.temporalUiUrl ?? "",
    }),
    logFile: logFile(config, "belfry"),
    stopSignal: "SIGTERM",
    probe: () => requireHealthy(config),
    readyWithinMs: 90_000,
  });
}

/** For `npm run dev`: builds the front ends again whenever a source changes. */
export async function startFrontEndWatchers(launch: Launch): Promise<void> {
  const vite = join(projectRoot, "node_modules", "vite", "bin", "vite.js");
  for (const name of frontEnds) {
    const config = join(projectRoot, name, "vite.config.ts");
    const outDir = join(projectRoot, "dist", name);
    await start(launch, {
      name: `Building the ${name}`,
      command: process.execPath,
      // The mode adds the catalogue of components to the dashboard (`dashboard/routes/catalogue.tsx`).
      args: [
        vite,
        "build",
        "--watch",
        "--mode",
        "development",
        "--config",
        config,
        "--outDir",
        outDir,
        "--emptyOutDir",
      ],
      cwd: projectRoot,
      env: childEnvironment(),
      logFile: logFile(launch.config, name),
      stopSignal: "SIGTERM",
      probe: () => Promise.resolve(),
      readyWithinMs: 10_000,
    });
  }
}

async function start({ parts, events, stopping }: Launch, definition: PartDefinition): Promise<void> {
  // A stop that has begun does not look again for new parts, and one that it cut short was never ready.
  stopping.throwIfAborted();
  const part = createPart(definition, events);
  parts.push(part);
  await part.start();
  stopping.throwIfAborted();
}

/** Between choosing a port and listening on it, another program may take it: then others are chosen. */
async function onFreePorts<T>({ config }: Launch, names: readonly string[], attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 3 || !(error instanceof Error && /already in use/i.test(error.message))) throw error;
      for (const name of names) forgetPort(config.dataDir, name);
    }
  }
}

async function requireHealthy({ host, port }: Config): Promise<void> {
  const everyAddress = host === "0.0.0.0" || host === "::";
  const url = `http://${everyAddress ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}/v1/health-check`;
  const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`);
}
