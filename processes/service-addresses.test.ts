import { expect, test } from "vitest";
import { serviceAddresses } from "./service-addresses.ts";

const temporal = {
  address: "temporal.test:7233",
  namespace: "default",
  taskQueue: "belfry",
  apiKey: "secret-key",
} as never;

test("addresses name hosts, ports, the database and the namespace, and no credential", () => {
  const databaseUrl = "postgres://ada:secret@db.test/belfry?password=secret2&sslmode=require";
  const addresses = serviceAddresses({ databaseUrl, temporal });
  expect(addresses).toEqual({
    database: "db.test:5432/belfry",
    temporal: "temporal.test:7233",
    namespace: "default",
    taskQueue: "belfry",
  });
  expect(JSON.stringify(addresses)).not.toMatch(/secret|ada/);
  const local = serviceAddresses({ databaseUrl: "postgres://u:p@[::1]:5433/b", temporal });
  expect(local.database).toBe("[::1]:5433/b");
});
