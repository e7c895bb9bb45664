import { type Logger, pino, stdSerializers } from "pino";
import type { Config } from "#config.ts";

export type { Logger } from "pino";

/**
 * The log of one process: one JSON object per line on stdout, so that any collector can read it.
 * Credentials that slip into a logged object are blanked, headers included.
 */
export function createLogger(config: Pick<Config, "logLevel">, destination?: { write(line: string): void }): Logger {
  const options = {
    level: config.logLevel,
    base: { service: "belfry" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Ours log an error as `err`, Temporal's as `error`.
    serializers: { err: stdSerializers.err, error: stdSerializers.err },
    redact: { paths: secretPaths, censor: "[secret]" },
  };
  return destination ? pino(options, destination) : pino(options);
}

const secretNames = ["authorization", "cookie", "password", "apiKey", "secretKey", "credentials", "token"];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]);
