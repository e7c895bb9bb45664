import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { KEY } from "#contract/schemas/access.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { environments } from "#db/schema/accounts/environments.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { rateBuckets } from "#db/schema/accounts/rate-buckets.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { signedIn } from "#test/support/sign-in.ts";
import { stopClock } from "#test/support/stopped-clock.ts";
import type { AppConfig } from "../app-config.ts";

// No bucket fills up while a test takes its time.
await stopClock(testDatabaseUrl());
const db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
type Settings = Partial<AppConfig["apiRateLimits"]>;
const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const { close } of opened) await close();
  await closeDatabase(db);
});

/** An API process. By default its plans have 5 calls a second, a burst of the same size, and bulk calls that cost 5. */
async function process(settings: Settings = {}, config: Partial<AppConfig> = {}) {
  const apiRateLimits = {
    ...testConfig.apiRateLimits,
    mode: "on" as const,
    burstAllowance: 1,
    cost: { single: 1, bulk: 5 },
    maximums: new Map(["trigger", "configuration", "global"].map((name) => [`unlimited.${name}`, 5])),
    ...settings,
  };
  const server = await testApp({ db, config: { ...testConfig, apiRateLimits, ...config } });
  opened.push(server);
  const { app } = server;
  const access = [KEY] as const;
  app.get("/v1/test/bulk", { config: { access, rate: { cost: "bulk" } } }, async () => ({ data: true }));
  app.get("/v1/test/trigger", { config: { access, rate: { category: "trigger" } } }, async () => ({ data: true }));
  return app;
}
const app = await process();
const other = await process();

async function call(headers: Record<string, string>, { url = "/v1/environments/me", at = app } = {}) {
  const reply = await at.inject({ url, headers });
  const { "retry-after": retryAfter } = reply.headers;
  const limits = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name.startsWith("ratelimit")));
  return {
    status: reply.statusCode,
    limits,
    remaining: Number(limits["ratelimit-remaining"]),
    reset: Number(limits["ratelimit-reset"]),
    policy: String(limits["ratelimit-policy"]).split(";"),
    retryAfter,
    body: reply.json(),
  };
}

/** As if so much time had passed for the environment's buckets. */
const pass = async ({ environmentId }: TestEnvironment, ms: number) => {
  await db.$client`update rate_buckets set refilled_at = refilled_at - ${ms}, expire_at = expire_at - ${ms}
    where environment_id = ${environmentId}`;
};

const drain = (environmentId: string, tokens: number) =>
  db.update(rateBuckets).set({ tokens }).where(eq(rateBuckets.environmentId, environmentId));

test("a call with an API key is answered with the limit, what is left of it, and the policy", async () => {
  const { headers } = await createTestEnvironment(db);
  const { limits, policy, retryAfter } = await call(headers);
  expect(limits).toEqual({
    "ratelimit-limit": "25",
    "ratelimit-remaining": "49",
    "ratelimit-reset": "1",
    "ratelimit-policy":
      '25;w=5;burst=50;comment="token bucket";category="global";cost="single";serviceLevel="unlimited"',
  });
  expect(policy).toHaveLength(7);
  expect(retryAfter).toBeUndefined();
});

test("calls of members, of subscribers and without credentials have no limit and no headers", async () => {
  const { userId, environmentId, scope } = await createTestEnvironment(db);
  const member = { ...(await signedIn(db, userId)), "novu-environment-id": environmentId };
  const subscriber = await createTestSubscriber(db, scope);
  expect((await call(member)).limits).toEqual({});
  expect((await call(subscriber.headers, { url: "/v1/widgets/organization" })).limits).toEqual({});
  expect((await call({ authorization: "ApiKey wrong" })).limits).toEqual({});
  expect((await call({}, { url: "/v1/health-check" })).limits).toEqual({});
  expect(await db.select().from(rateBuckets).where(eq(rateBuckets.environmentId, environmentId))).toEqual([]);
});

test("a call beyond the limit is refused with the seconds to wait, and admitted after them", async () => {
  const environment = await createTestEnvironment(db);
  const bulk = (at = app) => call(environment.headers, { url: "/v1/test/bulk", at });
  const replies = [];
  for (let sent = 0; sent < 20; sent += 1) replies.push(await bulk());
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  const last = replies.at(-1);
  expect(last).toMatchObject({ status: 429, retryAfter: "1", remaining: 0, reset: 1 });
  expect(last?.body).toMatchObject({ message: "API rate limit exceeded", error: "Too Many Requests", statusCode: 429 });
  await pass(environment, 1_000);
  expect(await bulk(other)).toMatchObject({ status: 200, remaining: 0 });
});

test("categories have buckets of their own, which follow from the path or are the route's own", async () => {
  const { headers } = await createTestEnvironment(db);
  const categories = [];
  for (const url of ["/v1/events", "/v1/subscribers", "/v1/topics", "/v1/layouts", "/v1/test/trigger"]) {
    const { policy, remaining } = await call(headers, { url });
    categories.push([policy[4], remaining]);
  }
  expect(categories).toEqual([
    ['category="trigger"', 49],
    ['category="configuration"', 49],
    ['category="configuration"', 48],
    ['category="global"', 49],
    ['category="trigger"', 48],
  ]);
});

test.each([
  ["POST", "/v1/events/trigger/bulk", { events: [] }],
  ["POST", "/v1/events/trigger/broadcast", {}],
  ["POST", "/v1/subscribers/bulk", { subscribers: [] }],
] as const)("%s %s counts as many calls", async (method, url, payload) => {
  const { headers } = await createTestEnvironment(db);
  const { headers: answered } = await app.inject({ method, url, payload, headers });
  expect(answered).toMatchObject({ "ratelimit-remaining": "45" });
  expect(answered["ratelimit-policy"]).toContain('cost="bulk"');
});

test("the limits follow from the plan of the organisation where plans count", async () => {
  const at = await process({ ...testConfig.apiRateLimits, mode: "on" }, { planLimits: "standard" });
  for (const [serviceLevel, trigger] of [
    ["free", 300],
    ["pro", 1_200],
    ["business", 3_000],
    ["enterprise", 30_000],
    ["unlimited", 30_000],
  ] as const) {
    const { headers, organizationId } = await createTestEnvironment(db);
    await db.update(organizations).set({ serviceLevel }).where(eq(organizations.id, organizationId));
    const { policy } = await call(headers, { url: "/v1/events", at });
    expect(policy).toEqual([
      String(trigger),
      "w=5",
      `burst=${Math.round(trigger * 1.1)}`,
      'comment="token bucket"',
      'category="trigger"',
      'cost="single"',
      `serviceLevel="${serviceLevel}"`,
    ]);
  }
});

test("an environment's own limit counts in place of the plan's, and is shown with it", async () => {
  const environment = await createTestEnvironment(db);
  const { headers, environmentId } = environment;
  await db
    .update(environments)
    .set({ apiRateLimits: { global: 1 } })
    .where(eq(environments.id, environmentId));
  const { policy, reset, remaining, limits } = await call(headers, { url: "/v1/test/bulk" });
  expect({ policy: policy.at(-1), reset, remaining, limit: limits["ratelimit-limit"] }).toEqual({
    policy: 'serviceLevel="custom"',
    reset: 5,
    remaining: 5,
    limit: "5",
  });
  expect((await call(headers, { url: "/v1/events" })).policy.at(-1)).toBe('serviceLevel="unlimited"');
  expect((await call(headers)).body.data.apiRateLimits).toEqual({ global: 1 });
});

test("a call that costs more than a full bucket takes a full one", async () => {
  const { headers, environmentId } = await createTestEnvironment(db);
  await db
    .update(environments)
    .set({ apiRateLimits: { global: 1 } })
    .where(eq(environments.id, environmentId));
  const at = await process({ cost: { single: 1, bulk: 100 } });
  const bulk = () => call(headers, { url: "/v1/test/bulk", at });
  expect([await bulk(), await bulk()]).toMatchObject([
    { status: 200, remaining: 0 },
    { status: 429, retryAfter: "10" },
  ]);
});

test("tokens are added only when there are too few, and never beyond a full bucket", async () => {
  const environment = await createTestEnvironment(db);
  const { headers, environmentId } = environment;
  expect((await call(headers)).remaining).toBe(49);
  await pass(environment, 2_000);
  expect((await call(headers)).remaining).toBe(48);
  await drain(environmentId, 0);
  // Two seconds have brought ten tokens.
  expect((await call(headers)).remaining).toBe(9);
  await drain(environmentId, 0);
  await db.$client`update rate_buckets set refilled_at = refilled_at - 60000 where environment_id = ${environmentId}`;
  expect((await call(headers)).remaining).toBe(49);
});

test("a bucket that has admitted nothing for two windows is a new one", async () => {
  const environment = await createTestEnvironment(db);
  await call(environment.headers, { url: "/v1/test/bulk" });
  await drain(environment.environmentId, 20);
  await pass(environment, 9_000);
  expect((await call(environment.headers)).remaining).toBe(19);
  await pass(environment, 11_000);
  expect((await call(environment.headers)).remaining).toBe(49);
});

test("many calls at once on two processes are admitted as often as the bucket has tokens", async () => {
  const { headers } = await createTestEnvironment(db);
  const replies = await Promise.all(
    Array.from({ length: 80 }, (_, index) => call(headers, { at: index % 2 === 0 ? app : other })),
  );
  const admitted = replies.filter(({ status }) => status === 200);
  expect(admitted).toHaveLength(50);
  for (const { remaining } of admitted) expect(remaining).toBeLessThan(50);
  expect(replies.filter(({ status }) => status === 429).every(({ retryAfter }) => retryAfter === "1")).toBe(true);
});

test("a refused call is refused again without a statement until its reset", async () => {
  const { headers, environmentId } = await createTestEnvironment(db);
  const at = await process({ windowSeconds: 3600, maximums: new Map([["unlimited.global", 1]]) });
  await call(headers, { at });
  await drain(environmentId, 0);
  await db
    .update(rateBuckets)
    .set({ refilledAt: Date.now() + 60_000 })
    .where(eq(rateBuckets.environmentId, environmentId));
  const refused = await call(headers, { at });
  expect(refused.status).toBe(429);
  await db.delete(rateBuckets).where(eq(rateBuckets.environmentId, environmentId));
  expect(await call(headers, { at })).toMatchObject({ status: 429, retryAfter: refused.retryAfter });
  // A process that has refused nothing asks, and finds a new bucket.
  expect((await call(headers, { at: other })).status).toBe(200);
});

describe("while the buckets cannot be read", () => {
  const refusing = async (at: typeof app) => {
    const { headers, environmentId } = await createTestEnvironment(db);
    const constraint = `check (environment_id <> '${environmentId}')`;
    await db.$client.unsafe(`alter table rate_buckets add constraint refused_by_test ${constraint} not valid`);
    const { status, limits } = await call(headers, { at });
    await db.$client.unsafe("alter table rate_buckets drop constraint refused_by_test");
    return { status, limits };
  };

  test("a call is asked to come again", async () => expect(await refusing(app)).toEqual({ status: 503, limits: {} }));

  test("a dry run refuses nothing", async () => {
    expect(await refusing(await process({ mode: "dry-run" }))).toEqual({ status: 200, limits: {} });
  });
});

test("a dry run shows that the limit is reached, and refuses nothing", async () => {
  const { headers } = await createTestEnvironment(db);
  const at = await process({ mode: "dry-run" });
  const replies = [];
  for (let sent = 0; sent < 11; sent += 1) replies.push(await call(headers, { url: "/v1/test/bulk", at }));
  expect(replies.at(-1)).toMatchObject({ status: 200, remaining: 0, reset: 1, retryAfter: undefined });
});

test("where the limits are off, a call has no headers and no bucket", async () => {
  const { headers, environmentId } = await createTestEnvironment(db);
  expect((await call(headers, { at: await process({ mode: "off" }) })).limits).toEqual({});
  expect(await db.select().from(rateBuckets).where(eq(rateBuckets.environmentId, environmentId))).toEqual([]);
});

test("a refused call claims no Idempotency-Key", async () => {
  const { headers, environmentId } = await createTestEnvironment(db);
  await call(headers, { url: "/v1/layouts" });
  await drain(environmentId, 0);
  const send = () =>
    app.inject({
      method: "POST",
      url: "/v1/notification-groups",
      payload: { name: "G" },
      headers: { ...headers, "idempotency-key": "k" },
    });
  expect((await send()).headers["idempotency-key"]).toBeUndefined();
  await db.delete(rateBuckets).where(eq(rateBuckets.environmentId, environmentId));
  await expect.poll(async () => (await send()).statusCode).toBe(201);
});
