import { z } from "zod";
import { oneOf, path, port } from "./kinds.ts";
import { setting } from "./setting.ts";

export const server = {
  /** `development` generates secrets and seeds a demo organisation; `production` refuses to start without secrets. */
  mode: setting("BELFRY_MODE", oneOf("development", "production"), "development"),
  /** Address that the HTTP server listens on. */
  host: setting("BELFRY_HOST", z.string(), { development: "127.0.0.1", production: "0.0.0.0" }),
  /** Port of API, dashboard and inbox demo page (one origin). */
  port: setting("BELFRY_PORT", port, "3000"),
  /** Folder for everything that Belfry keeps on this machine: databases, secrets, logs, downloaded tools. */
  dataDir: setting("BELFRY_DATA_DIR", path, ".belfry"),
  /** Least severe level that is logged. */
  logLevel: setting("BELFRY_LOG_LEVEL", oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"), "info"),
};
