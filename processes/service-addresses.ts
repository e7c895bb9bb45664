import type { ServiceConfig } from "#config.ts";

/** Returns where a process finds its database and its Temporal, without any credential. */
export function serviceAddresses({ databaseUrl, temporal }: Pick<ServiceConfig, "databaseUrl" | "temporal">) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const { address, namespace, taskQueue } = temporal;
  return { database: `${hostname}:${port || "5432"}${pathname}`, temporal: address, namespace, taskQueue };
}
