import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning, signalProcess, waitForEnd } from "#scripts/servers/process-table.ts";
import { mail } from "#test/support/crowd.ts";
import { inTurn } from "#test/support/in-turn.ts";
import { startMailSink } from "#test/support/mail-sink.ts";
import {
  eventually,
  interruptStart,
  isHealthy,
  type PartName,
  type Product,
  runningParts,
  startProduct,
} from "#test/support/processes.ts";
import { createApi } from "#test/support/rest.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.end());

/** One data folder, from one end of the product to the next: each test begins with the product that the one before has started. */
describe("however the product ends, the next start from its data folder goes on with the data", () => {
  beforeAll(() => leaveMark(product.dev.databaseUrl));

  /** Starts the product again. What it printed before does not count. */
  async function startAgain(): Promise<void> {
    const { dataDir, port, dev } = product;
    product = await startProduct({ dataDir, port });
    expect(product.dev).toEqual(dev);
    expect(await readMark(product.dev.databaseUrl)).toBe("kept");
  }

  test("after Ctrl-C, pressed twice, which stops every process within 10 s", async () => {
    const parts = runningParts(product.dataDir);
    expect(parts.map((part) => part.name).sort()).toEqual(["Belfry", "Postgres", "Temporal"]);

    expect(await product.interrupt(2)).toBeLessThan(10);
    expect(product.output()).toMatch(/Stopped\.\s*$/);
    expect(runningParts(product.dataDir)).toEqual([]);
    expect(existsSync(join(product.dataDir, "dev.json"))).toBe(false);
    await startAgain();
  });

  test.each(inTurn(["processes that are ended", "processes that are killed, too"], 0))(
    "after kill -9 of the launcher, with %s",
    async (processes) => {
      await killLauncher(product);
      const orphans = runningParts(product.dataDir);
      expect(orphans).toHaveLength(3);
      const areKilled = processes.includes("killed");
      if (areKilled) for (const part of orphans) signalProcess(part, "SIGKILL");

      await startAgain();
      expect(orphans.filter(isRunning)).toEqual([]);
      const ended = areKilled ? [] : orphans;
      for (const { name, pid } of ended) expect(product.output()).toContain(`Ended ${name} (pid ${pid})`);
    },
  );

  test("after npm was killed, when it stops by itself, awaits mails under way, and a start at once waits for that", async () => {
    const sink = await startMailSink({ addressesOnly: true, takesMs: 7_000 });
    const { apiUrl, apiKey } = product.dev;
    const api = createApi(apiUrl, apiKey);
    await api.sendMailTo(sink.port);
    const name = await api.workflow("Mails under way", [mail]);
    const to = Array.from({ length: 60 }, (_, i) => ({ subscriberId: `m${i}`, email: `m${i}@example.com` }));
    await api.trigger({ name, to, transactionId: "under-way" });
    await eventually("ten mails are under way", 20_000, () => sink.taken() >= 10);

    product.killNpm();
    await sleep(2_000);
    // Those that the server has not answered are awaited; it is quick to the others.
    sink.takes(0);
    await startAgain();
    await eventually("the others are sent", 60_000, async () => (await api.status("under-way")).state === "completed");
    expect([...sink.counts()].filter(([, times]) => times !== 1)).toEqual([]);
    expect(sink.counts().size).toBe(60);
    await sink.stop();
  });
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

test("Ctrl-C stops it as quickly when it has just connected again to all that was killed", async () => {
  expect(await product.interrupt()).toBeLessThan(10);
  expect(product.output()).toMatch(/Stopped\.\s*$/);
  expect(product.output()).not.toContain("by force");
});

const MOMENTS = ["Starting Temporal", "Preparing the database", "Starting Belfry"];

test.each(inTurn(MOMENTS, MOMENTS.length - 1))(
  "Ctrl-C while it is %s stops what was started so far",
  async (moment) => {
    const { dataDir, seconds, output } = await interruptStart(moment);
    expect(seconds).toBeLessThan(10);
    expect(output).toMatch(/Stopped\.\s*$/);
    expect(runningParts(dataDir)).toEqual([]);
  },
);

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
