import { Connection } from "@temporalio/client";
import { childEnvironment } from "#config.ts";
import type { PartDefinition } from "../part.ts";
import { readTemporalDevSettings } from "./temporal-dev-settings.ts";

export interface TemporalServerOptions {
  /** Path of the `temporal` program. */
  readonly cli: string;
  /** The namespace to make; the one of `temporal-dev.yaml` when not given. */
  readonly namespace?: string;
  /** SQLite file that keeps executions across restarts; null keeps them in memory. */
  readonly databaseFile: string | null;
  readonly port: number;
  /** null leaves the UI out. */
  readonly uiPort: number | null;
  readonly logFile: string;
  /** Settings besides those of `temporal-dev.yaml`. */
  readonly dynamicConfig?: Readonly<Record<string, unknown>>;
}

/** The Temporal development server as `temporal-dev.yaml` describes it: how to run it, and where it listens. */
export function temporalDevServer(options: TemporalServerOptions): { definition: PartDefinition; address: string } {
  const settings = readTemporalDevSettings();
  const { cli, databaseFile, port, uiPort, logFile, namespace = settings.namespace } = options;
  const address = `${settings.ip}:${port}`;
  const pairs = (flag: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const dynamicConfig = Object.fromEntries(
    Object.entries({ ...settings.dynamicConfig, ...options.dynamicConfig }).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ]),
  );
  return {
    address,
    definition: {
      name: "Temporal",
      command: cli,
      args: [
        "server",
        "start-dev",
        `--ip=${settings.ip}`,
        `--port=${port}`,
        `--namespace=${namespace}`,
        "--log-level=warn",
        ...(uiPort === null ? ["--headless"] : [`--ui-port=${uiPort}`, "--ui-disable-news-fetch"]),
        ...pairs("--search-attribute", settings.searchAttributes),
        ...pairs("--dynamic-config-value", dynamicConfig),
        ...(databaseFile === null ? [] : [`--db-filename=${databaseFile}`]),
        ...(databaseFile === null ? [] : pairs("--sqlite-pragma", settings.sqlitePragmas)),
      ],
      // A profile of the person's own temporal configuration must not change our server.
      env: childEnvironment({
        TEMPORAL_CONFIG_FILE: undefined,
        TEMPORAL_PROFILE: undefined,
        TEMPORAL_ADDRESS: undefined,
      }),
      logFile,
      stopSignal: "SIGTERM",
      probe: () => describeNamespace(address, namespace),
      readyWithinMs: 60_000,
    },
  };
}

async function describeNamespace(address: string, namespace: string): Promise<void> {
  // Lazy, because a connection that failed to be opened could not be closed, and would try again for ever.
  const connection = Connection.lazy({ address, connectTimeout: 2_000 });
  try {
    await connection.ensureConnected();
    await connection.workflowService.describeNamespace({ namespace });
  } finally {
    await connection.close();
  }
}
