import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrate.ts";
import { createRunFolder, removeRunFolder } from "./run-folder.ts";
import { startTestPostgres, startTestTemporal } from "./servers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database that nobody is connected to: each test file copies it. */
    templateDatabaseUrl: string;
    temporalAddress: string;
  }
}

/** One Postgres and one Temporal for all integration tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = createRunFolder();
  const [postgres, temporal] = await Promise.all([startTestPostgres(folder), startTestTemporal(folder)]);
  await migrate(postgres.url);
  project.provide("templateDatabaseUrl", postgres.url);
  project.provide("temporalAddress", temporal.url);
  return async () => {
    await Promise.all([postgres.stop(), temporal.stop()]);
    removeRunFolder(folder);
  };
}
