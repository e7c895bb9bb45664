import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { closeDatabase, openDatabase } from "./client.ts";

// The driver had faults when a connection is lost, which scripts/patch-packages.mjs mends.

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
const other = openDatabase(testDatabaseUrl(), { poolSize: 1 });
const sql = db.$client;
afterAll(() => Promise.all([db, other].map(closeDatabase)));

const end = (pid: unknown) => other.$client`select pg_terminate_backend(${Number(pid)})`;

test("a transaction whose connection is lost between two statements fails, and the process and its pool go on", async () => {
  const transaction = sql.begin(async (lost) => {
    const [session] = await lost`select pg_backend_pid() as pid`;
    await end(session?.pid);
    // Until the end of the connection has arrived.
    await sleep(200);
    await lost`select 1`;
  });
  await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test("no statement of a transaction whose connection is lost runs on the next connection", async () => {
  await sql`create table late_marks (word text)`;
  let goOn = () => {};
  const isConnectedAgain = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  const transaction = sql.begin(async (lost) => {
    const [session] = await lost`select pg_backend_pid() as pid`;
    await end(session?.pid);
    await isConnectedAgain;
    late = lost`insert into late_marks values ('late')`.execute();
    await late;
  });
  await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  await sql`select 1`;
  goOn();
  await expect.poll(() => late.then(() => "stored").catch(({ code }) => code)).toBe("CONNECTION_CLOSED");
  expect(await sql`select * from late_marks`).toEqual([]);
});

test("a connection that is lost at any moment around a statement serves the next one", async () => {
  for (let round = 0; round < 12; round++) {
    const [session] = await sql`select pg_backend_pid() as pid`;
    const ended = end(session?.pid).execute();
    const [pause, statements] = [round % 8, 1 + (round % 3)];
    if (pause > 0) await sleep(pause);
    // Each is answered, or fails as one of a lost connection: none waits for good, nor does one that is sent as soon as another failed.
    const once = () => sql`select ${round}::int`.execute();
    await Promise.allSettled(Array.from({ length: statements }, () => once().catch(once)));
    await ended;
    await expect.poll(() => sql`select 1 as one`.then(([row]) => row?.one), { timeout: 20_000 }).toBe(1);
  }
}, 60_000);

test("a pool that is closed at any moment after its connection was lost does not connect again", async () => {
  const sessions = async () => {
    const rows = await other.$client<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
    return rows.map(({ pid }) => pid);
  };
  await sql`select 1`;
  const before = await sessions();
  for (const pause of [0, 5, 20, 60, 100, 150, 200, 250, 300, 400, 500]) {
    const closing = openDatabase(testDatabaseUrl(), { poolSize: 1 });
    await closing.$client.listen("closing", () => {});
    await Promise.all((await sessions()).filter((pid) => !before.includes(pid)).map(end));
    await sleep(pause);
    await closeDatabase(closing);
  }
  // Longer than a lost connection waits before it is made again.
  await sleep(1_000);
  expect((await sessions()).filter((pid) => !before.includes(pid))).toEqual([]);
});
