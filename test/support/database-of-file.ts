import { afterAll, expect, inject } from "vitest";
import { setTestDatabase } from "./postgres.ts";
import { createTestDatabase } from "./test-database.ts";
import { workerDatabase } from "./worker-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Ends of the paths of files that have a database of their own although they are below `api/routes`. */
    routesWithOwnDatabase: readonly string[];
  }
}

// Each file gets a copy of the migrated template, so that no file sees another's rows or notifications. Those of routes share one
// with the other files of their worker, as each of their tests makes its own environment.

const { testPath = "" } = expect.getState();
const isOfRoutes = testPath.includes("/api/routes/");

if (isOfRoutes && !inject("routesWithOwnDatabase").some((path) => testPath.endsWith(path))) {
  setTestDatabase(await workerDatabase(), { ofWorker: true });
} else {
  const { url, drop } = await createTestDatabase();
  setTestDatabase(url);
  afterAll(drop);
}
