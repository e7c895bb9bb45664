import { readFile } from "node:fs/promises";
import { type LogLevel, NativeConnection, Runtime } from "@temporalio/worker";
import type { ServiceConfig } from "#config.ts";
import type { Logger } from "#telemetry/logger.ts";

/**
 * Connects to Temporal. API and worker of one process share the connection: that is what lets Temporal hand the first task
 * of an execution to the worker beside the caller.
 */
export async function connectTemporal({ temporal }: ServiceConfig, logger: Logger): Promise<NativeConnection> {
  Runtime.install({
    // Whoever starts the process stops it; the SDK would otherwise shut workers down behind our back.
    shutdownSignals: [],
    logger: temporalLogger(logger),
    telemetryOptions: { logging: { forward: {}, filter: "WARN" } },
  });
  return NativeConnection.connect({
    address: temporal.address,
    ...(temporal.apiKey !== null && { apiKey: temporal.apiKey }),
    ...(temporal.tls && { tls: await tlsOptions(temporal.tls) }),
  });
}

async function tlsOptions({ certPath, keyPath, caPath }: NonNullable<ServiceConfig["temporal"]["tls"]>) {
  return {
    ...(caPath !== null && { serverRootCACertificate: await readFile(caPath) }),
    ...(certPath !== null &&
      keyPath !== null && { clientCertPair: { crt: await readFile(certPath), key: await readFile(keyPath) } }),
  };
}

/** The SDK's log lines in ours. Its account of a normal life, such as the size of the bundle, is detail. */
function temporalLogger(logger: Logger) {
  const log = (level: LogLevel, message: string, meta: object = {}): void => {
    if (level === "WARN") logger.warn(meta, message);
    else if (level === "ERROR") logger.error(meta, message);
    else logger.debug(meta, message);
  };
  return {
    log,
    trace: (message: string, meta?: object) => log("TRACE", message, meta),
    debug: (message: string, meta?: object) => log("DEBUG", message, meta),
    info: (message: string, meta?: object) => log("INFO", message, meta),
    warn: (message: string, meta?: object) => log("WARN", message, meta),
    error: (message: string, meta?: object) => log("ERROR", message, meta),
  };
}
