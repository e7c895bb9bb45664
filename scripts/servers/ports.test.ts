import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearLockedPorts } from "get-port";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetPort, freePort, isPortFree, portFor } from "./ports.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "belfry-ports-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A process gives no port away twice; its successor may. */
const nextStart = clearLockedPorts;

async function whileTaken(port: number, body: () => Promise<void>): Promise<void> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  try {
    await body();
  } finally {
    await new Promise((done) => server.close(done));
  }
}

test("a part keeps its port from start to start, for each part its own", async () => {
  const [a, b] = await Promise.all([portFor(dataDir, "a"), portFor(dataDir, "b")]);
  expect(a).not.toBe(b);
  nextStart();
  expect(await portFor(dataDir, "a")).toBe(a);
  expect(await portFor(dataDir, "b")).toBe(b);
});

test("a part gets the preferred port when it is free, else another one", async () => {
  const preferred = await freePort();
  nextStart();
  await whileTaken(preferred, async () => {
    expect(await isPortFree(preferred, "127.0.0.1")).toBe(false);
    expect(await portFor(dataDir, "a", preferred)).not.toBe(preferred);
  });
  nextStart();
  expect(await portFor(dataDir, "b", preferred)).toBe(preferred);
});

test("a port is none that an outgoing connection may take while its part is stopped", async () => {
  for (const port of await Promise.all([freePort(), freePort(), portFor(dataDir, "a")])) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

test("a forgotten port is chosen anew", async () => {
  const preferred = await freePort();
  await portFor(dataDir, "a");
  forgetPort(dataDir, "a");
  nextStart();
  expect(await portFor(dataDir, "a", preferred)).toBe(preferred);
});
