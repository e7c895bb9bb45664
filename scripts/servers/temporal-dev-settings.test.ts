import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTemporalDevSettings } from "./temporal-dev-settings.ts";
import { temporalDevServer } from "./temporal-server.ts";

const options = { cli: "/bin/temporal", port: 7777, uiPort: 8888, logFile: "/tmp/temporal.log" };

test("the development server registers every search attribute and starts with one partition per queue", () => {
  const { definition, address } = temporalDevServer({ ...options, databaseFile: null });
  expect(address).toBe("127.0.0.1:7777");
  for (const name of ["Environment", "Subscriber", "Tenant"]) {
    expect(definition.args).toContain(`Belfry${name}=Keyword`);
  }
  expect(definition.args).toContain("matching.numTaskqueueReadPartitions=1");
  expect(definition.args).toContain("matching.numTaskqueueWritePartitions=1");
});

test("only a durable server has a file and its pragmas", () => {
  const durable = temporalDevServer({ ...options, databaseFile: "/data/temporal.db" }).definition.args;
  expect(durable).toEqual(expect.arrayContaining(["--db-filename=/data/temporal.db", "journal_mode=WAL"]));
  const inMemory = temporalDevServer({ ...options, databaseFile: null }).definition.args;
  expect(inMemory.join(" ")).not.toMatch(/db-filename|pragma/);
});

test("a misspelt setting is refused by its name", () => {
  const folder = mkdtempSync(join(tmpdir(), "belfry-settings-"));
  try {
    const file = join(folder, "temporal-dev.yaml");
    const settings = { ...readTemporalDevSettings(), searchAttributes: { BelfryTenant: "Keywords" } };
    writeFileSync(file, JSON.stringify(settings));
    expect(() => readTemporalDevSettings(file)).toThrow(/BelfryTenant/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
