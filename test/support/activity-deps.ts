import type { Deps } from "#activities/deps.ts";
import type { Database } from "#db/client.ts";
import { createHttp } from "#providers/http.ts";
import { createLogger } from "#telemetry/logger.ts";
import { testConfig } from "./environment.ts";

/** What activities under test work with: the file's database, and the real adapters. */
export const testDeps = (db: Database, config: Partial<Deps["config"]> = {}): Deps => ({
  db,
  http: createHttp({ allowPrivateHosts: true }),
  logger: createLogger({ logLevel: "silent" }),
  config: { ...testConfig, ...config },
});
