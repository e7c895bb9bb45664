import { type Logger, pino } from "pino";
import type { Config } from "#config.ts";
import { describeError, safeMessage } from "./describe-error.ts";
import { redactQuery } from "./redact-query.ts";

export type { Logger } from "pino";

/**
 * The log of one process: one JSON object per line on stdout, so that any collector can read it.
 * Credentials that slip into a logged object are redacted wherever they stand, and errors are described without the data
 * that they failed with.
 */
export function createLogger(config: Pick<Config, "logLevel">, destination?: { write(line: string): void }): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { service: "belfry" },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (object) => redactFields(object, 0),
      bindings: (object) => redactFields(object, 0),
    },
    // Pino's own would copy every property of an error. Bindings of child loggers come by here only.
    serializers: { err: (value: unknown) => redact(value, 0), error: (value: unknown) => redact(value, 0) },
    hooks: {
      logMethod(args, method) {
        // Without a message pino takes the error's, as it is.
        const [first, message, ...rest] = args;
        const error: unknown =
          first instanceof Error ? first : isRecord(first) ? (first.err ?? first.error) : undefined;
        if (!(error instanceof Error)) return method.apply(this, args);
        const object = first instanceof Error ? { err: first } : first;
        return method.apply(this, [object, message ?? safeMessage(error), ...rest]);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Names under which credentials go, here and in the credentials of providers: `telemetry/logger.test.ts` holds them against
 * the providers' definitions.
 */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "credentials",
  "hmacHash",
  "password",
  "passphrase",
  "apiKey",
  "apiToken",
  "secret",
  "secretKey",
  "webhookUrl",
  "webhookSigningKey",
  "webhookVerifyToken",
  "accessKey",
  "serviceAccount",
  "tlsOptions",
  "token",
  "encryptionKey",
]);
/** Names under which addresses of calls go, whose queries may hold secrets. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set(["url", "path", "originalUrl"]);
const LOGGED_DEPTH = 8;

function redact(value: unknown, depth: number): unknown {
  if (value instanceof Error) return describeError(value);
  if (depth >= LOGGED_DEPTH) return typeof value === "object" && value !== null ? "[deep]" : value;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return isPlainRecord(value) ? redactFields(value, depth) : value;
}

function redactFields(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      SECRET_NAMES.has(name)
        ? "[secret]"
        : ADDRESS_NAMES.has(name)
          ? redactAddress(value, depth)
          : redact(value, depth + 1),
    ]),
  );
}

const redactAddress = (value: unknown, depth: number): unknown =>
  typeof value === "string" ? redactQuery(value) : redact(value, depth + 1);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Dates and the like write themselves. */
const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
