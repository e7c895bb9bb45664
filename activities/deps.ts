import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import type { Http } from "#providers/http.ts";

/** What activities work with. The worker passes the real things, a test its own. */
export interface Deps {
  db: Database;
  http: Http;
  logger: Logger;
  config: Pick<Config, "encryptionKey" | "allowPrivateHosts" | "demoLimits">;
}
