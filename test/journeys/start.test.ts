import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning, signalProcess, waitForEnd } from "#scripts/process-table.ts";
import { createDataDir } from "#test/support/data-dirs.ts";
import {
  eventually,
  interruptStart,
  isHealthy,
  type PartName,
  type Product,
  runningParts,
  startInVain,
  startProduct,
} from "#test/support/processes.ts";

async function readMark(databaseUrl: string): Promise<unknown> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [row] = await sql`select word from start_test_mark`;
    return row?.word;
  } finally {
    await sql.end();
  }
}

async function leaveMark(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    await sql`create table start_test_mark as select 'kept' as word`;
  } finally {
    await sql.end();
  }
}

function killLauncher(product: Product): Promise<boolean> {
  const launcher = product.launcher();
  signalProcess(launcher, "SIGKILL");
  return waitForEnd(launcher, 5_000);
}

describe("one product", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ cold: true });
  });
  afterAll(() => product.interrupt());

  test("a start prints the addresses, the login and a curl that sends a first notification", () => {
    const { apiUrl, dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey } = product.dev;
    for (const part of [dashboardUrl, inboxDemoUrl, temporalUiUrl, email, password, apiKey]) {
      expect(product.output()).toContain(part);
    }
    expect(product.output()).toContain(`curl -X POST ${apiUrl}/v1/events/trigger`);
  });

  test("the Temporal UI answers at the printed address", async () => {
    expect((await fetch(product.dev.temporalUiUrl)).status).toBe(200);
  });

  test("a second start from the same data folder is refused with the way out", async () => {
    const { output, exitCode } = await startInVain({ dataDir: product.dataDir });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/already runs from this data folder .* set BELFRY_DATA_DIR and BELFRY_PORT/);
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
  });

  test("a second product with another port and data folder runs beside it", async () => {
    const second = await startProduct();
    expect(second.dev.databaseUrl).not.toBe(product.dev.databaseUrl);
    expect(second.dev.temporalAddress).not.toBe(product.dev.temporalAddress);
    await second.interrupt();
    expect(await isHealthy(product.dev.apiUrl)).toBe(true);
  });

  test.each<PartName>(["Belfry", "Temporal", "Postgres"])(
    "%s is started again when it is killed, and said so",
    async (name) => {
      const killed = product.part(name);
      signalProcess(killed, "SIGKILL");
      await eventually(`${name} runs again`, 60_000, () => product.output().includes(`${name} runs again.`));
      expect(product.output()).toContain(`${name} stopped unexpectedly (SIGKILL)`);
      expect(product.part(name).birth).not.toBe(killed.birth);
      await eventually("the product is healthy", 30_000, () => isHealthy(product.dev.apiUrl));
    },
  );
});

test("Ctrl-C stops every process within 10 s, and the next start finds the data and keeps the addresses", async () => {
  const first = await startProduct();
  await leaveMark(first.dev.databaseUrl);
  const parts = runningParts(first.dataDir);
  expect(parts.map((part) => part.name).sort()).toEqual(["Belfry", "Postgres", "Temporal"]);

  expect(await first.interrupt()).toBeLessThan(10);
  expect(first.output()).toMatch(/Stopped\.\s*$/);
  expect(runningParts(first.dataDir)).toEqual([]);
  expect(existsSync(join(first.dataDir, "dev.json"))).toBe(false);

  const second = await startProduct({ dataDir: first.dataDir, port: first.port });
  expect(await readMark(second.dev.databaseUrl)).toBe("kept");
  expect(second.dev).toEqual(first.dev);
  await second.interrupt();
});

test("after kill -9 of the launcher the next start ends what it left running and keeps the data", async () => {
  const first = await startProduct();
  await leaveMark(first.dev.databaseUrl);
  await killLauncher(first);
  const orphans = runningParts(first.dataDir);
  expect(orphans).toHaveLength(3);

  const second = await startProduct({ dataDir: first.dataDir, port: first.port });
  expect(await readMark(second.dev.databaseUrl)).toBe("kept");
  for (const { name, pid } of orphans) expect(second.output()).toContain(`Ended ${name} (pid ${pid})`);
  expect(orphans.filter(isRunning)).toEqual([]);
  await second.interrupt();
});

test("after kill -9 of the launcher and of every part the next start recovers the data", async () => {
  const first = await startProduct();
  await leaveMark(first.dev.databaseUrl);
  await killLauncher(first);
  for (const part of runningParts(first.dataDir)) signalProcess(part, "SIGKILL");

  const second = await startProduct({ dataDir: first.dataDir, port: first.port });
  expect(await readMark(second.dev.databaseUrl)).toBe("kept");
  await second.interrupt();
});

test("when npm is killed the product stops by itself, and a start at once waits for that", async () => {
  const first = await startProduct();
  first.killNpm();
  const second = await startProduct({ dataDir: first.dataDir, port: first.port });
  expect(second.dev).toEqual(first.dev);
  await second.interrupt();
});

test.each(["Starting Temporal", "Preparing the database", "Starting Belfry"])(
  "Ctrl-C while it is %s stops what was started so far",
  async (moment) => {
    const { dataDir, seconds, output } = await interruptStart(moment);
    expect(seconds).toBeLessThan(10);
    expect(output).toMatch(/Stopped\.\s*$/);
    expect(runningParts(dataDir)).toEqual([]);
  },
);

test("a taken port is said in one sentence that names another one, and nothing is left running", async () => {
  const dataDir = createDataDir();
  const squatter = createServer();
  const port = await new Promise<number>((done) => {
    squatter.listen(0, "127.0.0.1", () => {
      const address = squatter.address();
      done(typeof address === "object" && address ? address.port : 0);
    });
  });
  const { output, exitCode } = await startInVain({ dataDir, port });
  squatter.close();
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    new RegExp(`^Port ${port} on 127.0.0.1 is taken by another program: .*BELFRY_PORT=\\d+ npm start\\.$`, "m"),
  );
  expect(runningParts(dataDir)).toEqual([]);
});

test("a bad setting is said in one sentence", async () => {
  const { output, exitCode } = await startInVain({ env: { BELFRY_MODE: "staging" } });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^BELFRY_MODE has a value that does not fit: set it to development or production\.$/m);
});
