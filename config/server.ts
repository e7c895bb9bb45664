import { z } from "zod";
import { flag, oneOf, path, port, wholeNumber } from "./kinds.ts";
import { ConfigError, setting } from "./setting.ts";

const SCALE = "a number from 0.05 to 1, for example 0.1";
const scale = z.coerce.number(SCALE).min(0.05, SCALE).max(1, SCALE);

export const server = {
  /** `development`, which `npm start` and `npm run dev` set, generates secrets and seeds a demo organisation; `production` refuses to start without secrets, and ends what access the demo left. */
  mode: setting("BELFRY_MODE", oneOf("development", "production"), "production"),
  /** Address that the HTTP server listens on. */
  host: setting("BELFRY_HOST", z.string(), { development: "127.0.0.1", production: "0.0.0.0" }),
  /** Port of API, dashboard and inbox demo page (one origin). */
  port: setting("BELFRY_PORT", port, "3000"),
  /** Folder for everything that Belfry keeps on this machine: databases, secrets, logs, downloaded tools. */
  dataDir: setting("BELFRY_DATA_DIR", path, ".belfry"),
  /** Seconds for which an idle connection stays open: more than the proxy or balancer in front keeps its own, which is 60 at AWS's application balancers and nginx, 350 at its network balancers, 600 at Google Cloud. Sockets are pinged in less than half of it. */
  idleSeconds: setting("BELFRY_IDLE_SECONDS", wholeNumber(5, 3600), "75"),
  /** Whether calls with API keys are recorded (docs/requests.md), in environments that have not switched it off. */
  recordsRequests: setting("BELFRY_RECORD_REQUESTS", flag, "true"),
  /** Least severe level that is logged. */
  logLevel: setting("BELFRY_LOG_LEVEL", oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"), "info"),
  /** Seconds for which a process that is asked to stop awaits messages under way. What has no answer by then may have been taken by its vendor. */
  stopSeconds: setting("BELFRY_STOP_SECONDS", wholeNumber(0, 600), "25"),
  /** For tests, in development only: how long leases and waits for lost work are, as a part of their usual length. */
  timeScale: setting("BELFRY_TIME_SCALE", scale, "1"),
};

/**
 * Returns the time scale that is given.
 * @throws ConfigError in production mode for any other one than 1.
 */
export function developmentTimeScale({ timeScale, mode }: { timeScale: number; mode: "development" | "production" }) {
  if (timeScale === 1 || mode === "development") return timeScale;
  throw new ConfigError("BELFRY_TIME_SCALE is for tests, and this is production mode: leave it out.");
}
