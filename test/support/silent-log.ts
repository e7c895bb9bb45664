import { createLogger } from "#telemetry/logger.ts";

/** Takes what a service logs, and writes nothing. */
export const silentLog = createLogger({ logLevel: "silent" });
