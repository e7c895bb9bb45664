import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { NOTHING_SPARED } from "#db/partitions.ts";
import { deleteExpired } from "#db/queries/retention/delete-expired.ts";
import { storeWebhooks } from "#db/queries/webhooks/store-webhooks.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";

// The log of webhook events: what is kept, pulled and recovered. docs/webhooks.md.

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let db: Database;
let app: FastifyInstance;
let close: () => Promise<void>;
let environment: TestEnvironment;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 10 });
  ({ app, close } = await testApp({ db }));
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  await close();
  await closeDatabase(db);
});

async function call(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  payload?: object,
  of = environment,
) {
  const reply = await app.inject({ method, url: `/v1${url}`, headers: of.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? null : reply.json() };
}
async function anEndpoint(settings: object = {}): Promise<string> {
  const { status, body } = await call("POST", "/webhook-endpoints", { url: "https://example.com/events", ...settings });
  expect(status).toBe(201);
  return body.data.id;
}
async function store(name: string, type: "subscriber.updated" | "subscriber.deleted" = "subscriber.updated") {
  await db.transaction((transaction) =>
    storeWebhooks(transaction, environment.scope, [{ type, data: { subscriberId: name } }]),
  );
}
/** Waits until everything that is stored can be pulled: tests of other files have transactions, too. */
const settled = () =>
  expect
    .poll(
      () => db.$client`
        select from webhook_events
        where environment_id = ${environment.environmentId} and stored_by >= pg_snapshot_xmin(pg_current_snapshot())`,
    )
    .toHaveLength(0);
/** So many events of the last minute, without the messages that belong to them. */
const fill = (many: number) => db.$client`
  insert into webhook_events (organization_id, environment_id, type, data, created_at, expire_at)
  select ${environment.organizationId}, ${environment.environmentId}, 'message.sent', jsonb_build_object('subscriberId', 's' || n),
    clock_timestamp() - interval '1 minute' + n * interval '1 microsecond', clock_timestamp() + interval '7 days'
  from generate_series(1, ${many}::int) as n`;

interface Pulled {
  data: { id: string; type: string; timestamp: string; data: Record<string, unknown> }[];
  next: string;
  hasMore: boolean;
  hasGap: boolean;
}
async function pull(query: Record<string, string> = {}): Promise<Pulled> {
  const { status, body } = await call("GET", `/webhook-events?${new URLSearchParams(query)}`);
  expect([status, body]).toEqual([200, body]);
  return body;
}
const names = ({ data }: Pick<Pulled, "data">) => data.map(({ data: { subscriberId } }) => subscriberId);

const messagesOf = async (endpointId: string) =>
  db.$client<{ eventId: string; status: string; dueAt: string }[]>`
    select event_id as "eventId", status, due_at as "dueAt" from webhook_messages where endpoint_id = ${endpointId} order by due_at`;

test("events are pulled in order, each once, and the answer says where the next call goes on", async () => {
  await anEndpoint({ active: false });
  for (const name of ["a", "b", "c", "d", "e"]) await store(name);
  await settled();
  const first = await pull({ limit: "2" });
  expect([names(first), first.hasMore, first.hasGap]).toEqual([["a", "b"], true, false]);
  expect(first.data[0]).toMatchObject({
    type: "subscriber.updated",
    timestamp: expect.stringMatching(/Z$/),
    data: { environmentId: environment.environmentId, organizationId: environment.organizationId },
  });
  const second = await pull({ after: first.next, limit: "2" });
  const third = await pull({ after: second.next, limit: "2" });
  expect([names(second), names(third), third.hasMore]).toEqual([["c", "d"], ["e"], false]);
  const nothing = await pull({ after: third.next });
  expect([nothing.data, nothing.hasMore]).toEqual([[], false]);
  await store("f");
  await settled();
  expect(names(await pull({ after: nothing.next }))).toEqual(["f"]);
  expect(names(await pull({ after: third.next }))).toEqual(["f"]);
});

test("an event that is committed late is never passed over, however many are committed meanwhile", async () => {
  await anEndpoint({ active: false });
  let release = () => {};
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  let stored = () => {};
  const isStored = new Promise<void>((settle) => {
    stored = settle;
  });
  const late = db.transaction(async (transaction) => {
    await storeWebhooks(transaction, environment.scope, [
      { type: "subscriber.updated", data: { subscriberId: "late" } },
    ]);
    stored();
    await held;
  });
  await isStored;
  await store("early");
  const before = await pull();
  release();
  await late;
  const seen = [...names(before)];
  let after = before.next;
  await expect
    .poll(async () => {
      const next = await pull({ after });
      seen.push(...names(next));
      after = next.next;
      return [...seen].sort();
    })
    .toEqual(["early", "late"]);
});

test("pullers that go on while writers commit in any order see each event once", async () => {
  await anEndpoint({ active: false });
  let isDone = false;
  const write = async (writer: number) => {
    for (let n = 0; n < 20; n += 1) {
      await db.transaction(async (transaction) => {
        const data = { subscriberId: `${writer}-${n}` };
        await storeWebhooks(transaction, environment.scope, [{ type: "subscriber.updated", data }]);
        await new Promise((settle) => setTimeout(settle, Math.random() * 10));
      });
    }
  };
  const writing = Promise.all([0, 1, 2, 3].map(write)).then(() => {
    isDone = true;
  });
  const seen: unknown[] = [];
  let after: string | undefined;
  for (let isLast = false; ; ) {
    isLast = isDone;
    const pulled = await pull({ ...(after && { after }), limit: "7" });
    seen.push(...names(pulled));
    after = pulled.next;
    if (isLast && seen.length >= 80 && !pulled.hasMore) break;
  }
  await writing;
  expect([seen.length, new Set(seen).size]).toEqual([80, 80]);
});

test("types are chosen by name, and a filter that finds nothing comes forward all the same", async () => {
  await anEndpoint({ active: false });
  await store("a");
  await store("b", "subscriber.deleted");
  await store("c");
  await settled();
  expect(names(await pull({ types: "subscriber.deleted" }))).toEqual(["b"]);
  const none = await pull({ types: "alert.raised" });
  expect([none.data, none.hasMore]).toEqual([[], false]);
  expect(names(await pull({ after: none.next }))).toEqual([]);
});

test("a cursor that nobody was given, or of another environment, is refused by its name", async () => {
  const other = await createTestEnvironment(db);
  const { body } = await call("GET", "/webhook-events", undefined, other);
  const forged = (text: string) => Buffer.from(text).toString("base64url");
  const { environmentId } = environment;
  for (const after of [
    body.next,
    "x",
    "\u0000",
    forged(`${environmentId}|-1|0|0`),
    forged(`${environmentId}|99999999999999999999|0|0`),
    forged(`${environmentId}|18446744073709551615|0|0`),
    forged(`${environmentId}|1|9223372036854775808|0`),
    forged(`${environmentId}|1|1|99999999999999999`),
  ]) {
    const reply = await call("GET", `/webhook-events?after=${encodeURIComponent(after)}`);
    expect([after, reply.status, JSON.stringify(reply.body.message)]).toEqual([
      after,
      400,
      expect.stringContaining("after"),
    ]);
  }
  expect((await call("GET", "/webhook-events?types=message.invented")).status).toBe(400);
  expect((await call("GET", "/webhook-events?limit=501")).status).toBe(400);
});

test("a cursor that is older than events are kept is answered with what is left, and says so", async () => {
  await anEndpoint({ active: false });
  await store("a");
  await settled();
  const { next } = await pull();
  const parts = Buffer.from(next, "base64url").toString().split("|");
  const old = [...parts.slice(0, 3), Date.now() - 8 * DAY].join("|");
  await store("b");
  await settled();
  const pulled = await pull({ after: Buffer.from(old).toString("base64url") });
  expect([names(pulled), pulled.hasGap]).toEqual([["b"], true]);
  expect((await pull({ after: pulled.next })).hasGap).toBe(false);
});

test("where all events are kept, they are without an endpoint too; otherwise those that an endpoint takes", async () => {
  await store("a");
  expect((await call("GET", "/webhook-events/settings")).body.data).toEqual({ kept: "wanted", days: 7 });
  expect((await call("PUT", "/webhook-events/settings", { kept: "some" })).status).toBe(400);
  expect((await call("PUT", "/webhook-events/settings", { kept: "all" })).body.data).toEqual({ kept: "all", days: 7 });
  await store("b");
  await call("PUT", "/webhook-events/settings", { kept: "wanted" });
  await store("c");
  await anEndpoint({ eventTypes: ["subscriber.deleted"] });
  await store("d");
  await store("e", "subscriber.deleted");
  await settled();
  expect(names(await pull())).toEqual(["b", "e"]);
  const { body } = await call("GET", "/webhook-events/latest?limit=1");
  expect(names(body)).toEqual(["e"]);
  expect(names((await call("GET", `/webhook-events/latest?cursor=${body.next}`)).body)).toEqual(["b"]);
});

test("an endpoint is sent what it missed since a moment: counted first, each event once, in order and spread", async () => {
  const id = await anEndpoint({ active: false, eventTypes: ["subscriber.updated"] });
  for (const name of ["a", "b", "c"]) await store(name);
  await call("PATCH", `/webhook-endpoints/${id}`, { active: true });
  await store("d");
  const since = new Date(Date.now() - HOUR).toISOString();
  const count = async () => (await call("GET", `/webhook-endpoints/${id}/recoverable?since=${since}`)).body.data;
  expect(await count()).toMatchObject({ failed: 0, missed: 3, isMore: false, keptSince: expect.any(String) });
  const recover = (body: object) => call("POST", `/webhook-endpoints/${id}/recover`, body);
  expect((await recover({ since, missed: false })).body.data).toMatchObject({ recovered: 0 });
  const both = await Promise.all([recover({ since }), recover({ since }), recover({ since })]);
  expect(both.reduce((sum, { body }) => sum + body.data.recovered, 0)).toBe(3);
  expect(await count()).toMatchObject({ failed: 0, missed: 0 });
  const messages = await messagesOf(id);
  expect([messages.length, new Set(messages.map(({ eventId }) => eventId)).size]).toEqual([4, 4]);
  const log = (await call("GET", "/webhook-events/latest")).body.data;
  expect(messages.slice(1).map(({ eventId }) => eventId)).toEqual(
    log
      .slice(1)
      .reverse()
      .map((event: { id: string }) => event.id),
  );
  expect(new Set(messages.map(({ dueAt }) => dueAt)).size).toBe(4);
});

test("types that an endpoint takes since a change are missed before it, as far as they were kept", async () => {
  await call("PUT", "/webhook-events/settings", { kept: "all" });
  const id = await anEndpoint({ eventTypes: ["subscriber.deleted"] });
  await store("a");
  const since = new Date(Date.now() - HOUR).toISOString();
  const missed = async () =>
    (await call("GET", `/webhook-endpoints/${id}/recoverable?since=${since}`)).body.data.missed;
  expect(await missed()).toBe(0);
  await call("PATCH", `/webhook-endpoints/${id}`, { eventTypes: null });
  expect(await missed()).toBe(1);
});

test("an endpoint that is switched off or deleted while it is recovered is sent nothing more", async () => {
  const id = await anEndpoint();
  await fill(10_000);
  const since = new Date(Date.now() - HOUR).toISOString();
  const [recovery] = await Promise.all([
    call("POST", `/webhook-endpoints/${id}/recover`, { since }),
    call("DELETE", `/webhook-endpoints/${id}`),
  ]);
  expect([200, 404, 409]).toContain(recovery.status);
  expect((await call("POST", `/webhook-endpoints/${id}/recover`, { since })).status).toBe(404);
  const off = await anEndpoint({ active: false });
  expect((await call("POST", `/webhook-endpoints/${off}/recover`, { since })).status).toBe(409);
  expect((await call("POST", `/webhook-endpoints/${randomUUID()}/recover`, { since })).status).toBe(404);
  expect(await messagesOf(off)).toEqual([]);
});

test("what a recovery is asked for is refused by the name of its field", async () => {
  const id = await anEndpoint();
  for (const [body, field] of [
    [{}, "since"],
    [{ since: "yesterday" }, "since"],
    [{ since: 5 }, "since"],
    [{ since: "+275760-09-13T00:00:00.000Z" }, "since"],
    [{ since: new Date().toISOString(), missed: "yes" }, "missed"],
  ] as const) {
    const reply = await call("POST", `/webhook-endpoints/${id}/recover`, body);
    expect([body, reply.status, JSON.stringify(reply.body.message)]).toEqual([
      body,
      400,
      expect.stringContaining(field),
    ]);
  }
});

test("a key whose role has no other permission pulls events, and reaches neither endpoints nor settings", async () => {
  const { organizationHeaders } = environment;
  const role = { identifier: "puller", name: "Puller", permissions: ["webhooks.pull"] };
  const made = await app.inject({
    method: "POST",
    url: "/v1/organizations/roles",
    headers: organizationHeaders,
    payload: role,
  });
  expect([made.statusCode, made.body]).toEqual([201, made.body]);
  const { body } = await call("POST", "/api-keys", { name: "Receiver", role: "puller" });
  const headers = { authorization: `ApiKey ${body.data.key}` };
  const statusOf = async (url: string) => (await app.inject({ url: `/v1${url}`, headers })).statusCode;
  expect(await statusOf("/webhook-events")).toBe(200);
  for (const url of ["/webhook-events/latest", "/webhook-events/settings", "/webhook-endpoints"]) {
    expect([url, await statusOf(url)]).toEqual([url, 403]);
  }
});

test("events are removed when they are no longer kept, and the messages that endpoints were sent stay", async () => {
  const id = await anEndpoint();
  await store("a");
  await deleteExpired(db, "webhook_events", { now: new Date(Date.now() + 8 * DAY), spared: NOTHING_SPARED });
  await settled();
  expect((await pull()).data).toEqual([]);
  expect(await messagesOf(id)).toHaveLength(1);
});
