import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { addSends } from "#db/queries/integrations/integration-sends.ts";
import { deleteIntegration } from "#db/queries/integrations/save-integration.ts";
import { deleteOldCounts } from "#db/queries/retention/delete-expired.ts";
import { eraseRows } from "#db/queries/subscribers/erasures/erase-others.ts";
import { DURATION_BUCKETS, medianOf } from "#domain/lanes/send-durations.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { createSendCounts } from "./lanes/send-counts.ts";

// What each process counts of the sends of integrations, and what is stored of it.

let db: Database;
let environment: TestEnvironment;
let integrationId: string;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl());
});
afterAll(() => closeDatabase(db));
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  integrationId = await addSmtpServer(db, environment.scope, 1);
});

const NOON = Date.parse("2026-01-05T12:00:20.000Z");
const silent = { warn: () => undefined };

/** Counts of one process, whose clock stands, and whose database can be away. */
function aProcess() {
  const state = { now: NOON, isAway: false, meanwhile: () => {} };
  const away = () => {
    state.meanwhile();
    return Promise.reject(new Error("The database is away"));
  };
  const reached: Database = Object.create(db, { $client: { get: () => (state.isAway ? away : db.$client) } });
  const counts = createSendCounts({ db: reached, clock: () => new Date(state.now), logger: silent });
  return Object.assign(state, { counts });
}

interface Stored {
  minute: string;
  succeeded: number;
  failed: number;
  retried: number;
  durations: number[];
  message: string | null;
  code: string | null;
}
const stored = () => db.$client<Stored[]>`
  select to_char(minute at time zone 'UTC', 'HH24:MI') as minute, succeeded, failed, retried, durations,
    error_message as message, error_code as code
  from integration_sends s where integration_id = ${integrationId} order by s.minute`;

const refused = (message: string, vendorCode?: string) =>
  new ProviderError("PERMANENT", message, { status: 422, vendorCode });

test("the counts of two processes are added up by minute, and the last error of both is kept", async () => {
  const [one, other] = [aProcess(), aProcess()];
  for (const ms of [10, 10, 12]) one.counts.succeeded(integrationId, ms);
  one.counts.failed(integrationId, refused("Refused later", "X-17"), false);
  other.now = NOON - 5_000;
  other.counts.succeeded(integrationId, 900);
  other.counts.failed(integrationId, refused("Refused before"), true);
  await Promise.all([one.counts.flush(), other.counts.flush()]);
  one.now += 60_000;
  one.counts.succeeded(integrationId, 10);
  await Promise.all([one.counts.close(), other.counts.close()]);
  const [first, second] = await stored();
  expect(first).toMatchObject({ minute: "12:00", succeeded: 4, failed: 1, retried: 1 });
  expect(first).toMatchObject({ message: "Refused later", code: "X-17" });
  expect(first?.durations).toHaveLength(DURATION_BUCKETS);
  expect(medianOf(first?.durations ?? [])).toBeLessThan(17);
  expect(second).toMatchObject({ minute: "12:01", succeeded: 1, failed: 0, message: null, code: null });
});

test("many minutes of several processes, in any order, do not wait for each other in a circle", async () => {
  const ids = [integrationId];
  for (const port of [1, 2, 3]) ids.push(await addSmtpServer(db, environment.scope, port));
  const processes = [0, 1, 2, 3].map((start) => {
    const process = aProcess();
    for (const minute of [0, 1, 2, 3, 4].map((at) => (at + start) % 5)) {
      process.now = NOON + minute * 60_000;
      for (const id of start % 2 === 0 ? ids : [...ids].reverse()) process.counts.succeeded(id, 5);
    }
    return process;
  });
  await Promise.all(processes.map(({ counts }) => counts.close()));
  expect((await stored()).map(({ succeeded }) => succeeded)).toEqual([4, 4, 4, 4, 4]);
});

test("what cannot be stored is kept, and stored with what came meanwhile", async () => {
  const process = aProcess();
  process.counts.succeeded(integrationId, 10);
  process.counts.failed(integrationId, refused("Refused before"), false);
  process.isAway = true;
  process.meanwhile = () => {
    process.counts.succeeded(integrationId, 20);
    process.counts.failed(integrationId, refused("Refused later"), true);
  };
  await process.counts.flush();
  expect(await stored()).toEqual([]);
  process.isAway = false;
  await process.counts.close();
  expect(await stored()).toMatchObject([
    { succeeded: 2, failed: 1, retried: 1, message: "Refused later", code: "422" },
  ]);
});

test("while the database is away for long, the oldest minutes are forgotten", async () => {
  const process = aProcess();
  for (let minute = 0; minute <= 2_000; minute += 1) {
    process.now = NOON + minute * 60_000;
    process.counts.succeeded(integrationId, 10);
  }
  await process.counts.close();
  const rows = await stored();
  expect(rows).toHaveLength(2_000);
  expect(rows[0]?.minute).toBe("12:01");
});

test("an integration that was deleted meanwhile has no counts, and keeps those of others from nothing", async () => {
  const process = aProcess();
  const gone = await addSmtpServer(db, environment.scope, 2);
  for (const id of [gone, integrationId]) process.counts.succeeded(id, 10);
  await process.counts.flush();
  await db.transaction((transaction) => deleteIntegration(transaction, environment.scope, gone));
  for (const id of [gone, integrationId]) process.counts.succeeded(id, 10);
  await process.counts.close();
  expect(await stored()).toMatchObject([{ succeeded: 2 }]);
  expect(await db.$client`select from integration_sends where integration_id = ${gone}`).toHaveLength(0);
});

test("texts of vendors that Postgres does not take are stored without what it refuses", async () => {
  const process = aProcess();
  process.counts.failed(integrationId, refused("No\0\ud800 such user"), false);
  await process.counts.close();
  expect(await stored()).toMatchObject([{ message: "No\ufffd such user" }]);
});

test("each attempt of a message is counted by what became of it, and one that its vendor paces is not", async () => {
  const answers = [
    new ProviderError("RETRY", "Not now", { status: 503 }),
    new ProviderError("RATE", "Too many", { status: 429, retryAfterSeconds: 1 }),
    undefined,
    new ProviderError("PERMANENT", "No such mailbox", { status: 550 }),
  ];
  const send: SessionCache["send"] = async () => {
    const error = answers.shift();
    if (error) throw error;
    return { id: crypto.randomUUID(), date: new Date().toISOString() };
  };
  await db.$client`
    update integrations set active = false where environment_id = ${environment.environmentId} and id <> ${integrationId}`;
  const runner = createEventRunner(db, { send });
  const mail = aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" });
  const workflow = await aWorkflow(db, environment, [mail]);
  for (const subscriberId of ["ada", "bob"]) {
    const to = { subscriberId, email: `${subscriberId}@example.com` };
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
    await runner.toEnd(ref);
  }
  expect(answers).toEqual([]);
  expect(await stored()).toEqual([]);
  await runner.close();
  const rows = await stored();
  const sum = (of: (row: Stored) => number) => rows.reduce((total, row) => total + of(row), 0);
  expect([sum((row) => row.succeeded), sum((row) => row.failed), sum((row) => row.retried)]).toEqual([1, 1, 1]);
  expect(rows.at(-1)).toMatchObject({ message: "No such mailbox", code: "550" });
  expect(sum((row) => row.durations.reduce((all, count) => all + count, 0))).toBe(1);
});

test("an error that names a person's address is removed with the person, and its counts stay", async () => {
  const process = aProcess();
  process.counts.failed(integrationId, refused("550 <Ada@Example.com> is unknown"), false);
  await process.counts.flush();
  const erase = (address: string) =>
    db.transaction((transaction) =>
      eraseRows(transaction, environment.scope, { subscriberId: "ada", ids: [], addresses: [address] }),
    );
  await erase("bob@example.com");
  expect(await stored()).toMatchObject([{ failed: 1, message: "550 <Ada@Example.com> is unknown" }]);
  await erase("ada@example.com");
  expect(await stored()).toMatchObject([{ failed: 1, message: null, code: null }]);
});

test("counts are removed after eight days", async () => {
  const process = aProcess();
  process.counts.succeeded(integrationId, 10);
  await process.counts.close();
  const days = (count: number) => new Date(NOON + count * 24 * 3_600_000);
  await deleteOldCounts(db, days(7.9));
  expect(await stored()).toHaveLength(1);
  await deleteOldCounts(db, days(8));
  expect(await stored()).toEqual([]);
});

test("nothing is stored of nothing", async () => {
  const process = aProcess();
  process.isAway = true;
  await process.counts.close();
  await addSends(db, []);
  expect(await stored()).toEqual([]);
});
