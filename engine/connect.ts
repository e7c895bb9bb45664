import { readFile } from "node:fs/promises";
import { NativeConnection, Runtime } from "@temporalio/worker";
import type { ServiceConfig } from "#config.ts";

/**
 * Connects to Temporal. API and worker of one process share the connection: that is what lets Temporal hand the first task
 * of an execution to the worker beside the caller.
 */
export async function connectTemporal({ temporal }: ServiceConfig): Promise<NativeConnection> {
  Runtime.install({ shutdownSignals: [], telemetryOptions: { logging: { forward: {}, filter: "WARN" } } });
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
