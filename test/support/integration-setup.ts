import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrate.ts";
import { createRunFolder, removeRunFolder } from "./run-folder.ts";
import { startTestPostgres, startTestTemporal } from "./servers.ts";
import { testWorkflowBundle } from "./test-workflow-bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database that nobody is connected to: each test file copies it. */
    templateDatabaseUrl: string;
    temporalAddress: string;
  }
}

interface Servers {
  databaseUrl: string;
  temporalAddress: string;
  stop(): Promise<void>;
}

declare global {
  /** Of this process: each project reads this file anew. */
  var testServers: { started: Promise<Servers>; users: number } | undefined;
}

/** One Postgres and one Temporal for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.testServers ??= { started: start(), users: 0 };
  const shared = globalThis.testServers;
  shared.users += 1;
  const { databaseUrl, temporalAddress, stop } = await shared.started;
  project.provide("templateDatabaseUrl", databaseUrl);
  project.provide("temporalAddress", temporalAddress);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await stop();
  };
}

async function start(): Promise<Servers> {
  const folder = createRunFolder();
  const [postgres, temporal] = await Promise.all([
    startTestPostgres(folder),
    startTestTemporal(folder),
    // Workers that start at once would each make it.
    testWorkflowBundle(),
  ]);
  await migrate(postgres.url);
  return {
    databaseUrl: postgres.url,
    temporalAddress: temporal.url,
    stop: async () => {
      await Promise.all([postgres.stop(), temporal.stop()]);
      removeRunFolder(folder);
    },
  };
}
