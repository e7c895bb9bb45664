import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { signedIn } from "#test/support/sign-in.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 3 });
const limits = {
  sessionsPerMinute: 2,
  loginsPerMinute: 3,
  refusalsPerMinute: 4,
  reportsPerMinute: 3,
  publicPerMinute: 4,
  newcomersPerMinute: 1,
  environmentSessionsPerMinute: 5,
  triggersPerSecond: 4,
  callsPerSecond: 5,
};
const { app, close } = await testApp({ db, config: { ...testConfig, limits } });
const proxied = await testApp({ db, config: { ...testConfig, limits, trustedProxies: ["10.1.0.0/16"] } });
afterAll(async () => {
  await close();
  await proxied.close();
  await closeDatabase(db);
});

let lastAddress = 0;
const newAddress = () => `192.0.2.${++lastAddress}`;

async function statuses(count: number, send: () => PromiseLike<{ statusCode: number }>): Promise<number[]> {
  const replies: number[] = [];
  for (let sent = 0; sent < count; sent += 1) replies.push((await send()).statusCode);
  return replies;
}

test("reports of one integration from one address are refused beyond the limit, and those of others are not", async () => {
  const [remoteAddress, another] = [newAddress(), newAddress()];
  const [mine, other] = [randomUUID(), randomUUID()];
  const report =
    (integrationId: string, from: string, query = "") =>
    () =>
      app.inject({
        method: "POST",
        url: `/v2/inbound-webhooks/delivery-providers/${mine}/${integrationId}${query}`,
        payload: "{}",
        remoteAddress: from,
      });
  expect(await statuses(3, report(mine, remoteAddress))).toEqual([404, 404, 404]);
  expect(await statuses(2, report(mine, remoteAddress, "?token=other"))).toEqual([429, 429]);
  expect(await statuses(1, report(other, remoteAddress))).toEqual([404]);
  expect(await statuses(1, report(mine, another))).toEqual([404]);
});

test("public operations are limited by address without being named; new subscribers without a proof by inbox as well", async () => {
  const remoteAddress = newAddress();
  for (const url of ["/v1/health-check", "/v1/blueprints/group-by-category", "/openapi.json"]) {
    const from = newAddress();
    const asked = await statuses(5, () => app.inject({ url, remoteAddress: from }));
    expect([url, asked.slice(0, 4).includes(429), asked[4]]).toEqual([url, false, 429]);
  }
  const open = (applicationIdentifier: string) =>
    proxied.app.inject({
      method: "POST",
      url: "/v1/inbox/session",
      payload: { applicationIdentifier, subscriber: { subscriberId: randomUUID() } },
      remoteAddress,
    });
  const { applicationIdentifier } = await createTestEnvironment(db);
  expect(await statuses(2, () => open(applicationIdentifier))).toEqual([201, 429]);
});

test("sessions count by address and environment, and those without a proof by environment as well", async () => {
  const [one, other] = [await createTestEnvironment(db), await createTestEnvironment(db)];
  const subscriberId = randomUUID();
  for (const { scope } of [one, other]) await createTestSubscriber(db, scope, { subscriberId });
  const open = (remoteAddress: string, applicationIdentifier: string) => () =>
    app.inject({
      method: "POST",
      url: "/v1/inbox/session",
      payload: { applicationIdentifier, subscriber: { subscriberId } },
      remoteAddress,
    });
  const shared = newAddress();
  expect(await statuses(3, open(shared, one.applicationIdentifier))).toEqual([201, 201, 429]);
  expect(await statuses(1, open(shared, other.applicationIdentifier))).toEqual([201]);
  expect(await statuses(3, () => open(newAddress(), one.applicationIdentifier)())).toEqual([201, 201, 201]);
  const refused = await open(newAddress(), one.applicationIdentifier)();
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    expect.stringMatching(/without a subscriberHash in this environment: try again in \d+ s/),
  ]);
  expect(await statuses(1, open(newAddress(), other.applicationIdentifier))).toEqual([201]);
  const guessing = newAddress();
  expect(await statuses(3, () => open(guessing, randomUUID())())).toEqual([400, 400, 429]);
});

test.each([
  ["inbox sessions", 2, "/v1/widgets/session/initialize", { applicationIdentifier: "x", subscriberId: "ada" }, 400],
  ["inbox sessions that are no sessions", 2, "/v1/widgets/session/initialize", {}, 400],
  ["sign-ins", 3, "/v1/auth/login", { email: "nobody@example.com", password: "Wrong-password-1" }, 401],
] as const)(
  "%s beyond the limit of an address are refused until its minute is over",
  async (_, max, url, payload, status) => {
    const remoteAddress = newAddress();
    const send = () => app.inject({ method: "POST", url, payload, remoteAddress });
    expect(await statuses(max + 1, send)).toEqual([...Array.from({ length: max }, () => status), 429]);
    const refused = await send();
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.json()).toEqual({
      statusCode: 429,
      timestamp: expect.any(String),
      path: url,
      message: expect.stringMatching(/^Too many .+ from your address: try again in \d+ s$/),
      error: "Too Many Requests",
      code: "too_many_requests",
      requestId: refused.headers["x-request-id"],
    });
    const other = await app.inject({ method: "POST", url, payload, remoteAddress: newAddress() });
    expect(other.statusCode).toBe(status);
  },
);

test("addresses of one IPv6 network count as one", async () => {
  const send = (end: string) =>
    app.inject({
      method: "POST",
      url: "/v1/widgets/session/initialize",
      payload: {},
      remoteAddress: `2001:db8::${end}`,
    });
  let end = 0;
  expect(await statuses(3, () => send(String(++end)))).toEqual([400, 400, 429]);
});

test("connections of inboxes are limited before they are made", async () => {
  const remoteAddress = newAddress();
  const replies = await statuses(3, () => app.inject({ url: "/v1/inbox/socket", remoteAddress }));
  expect(replies[2]).toBe(429);
  expect(replies.slice(0, 2)).not.toContain(429);
});

test("steps of chat OAuth are limited by address, apart from sign-ins", async () => {
  const remoteAddress = newAddress();
  const oauth = "/v1/subscribers/ada/credentials/slack/oauth";
  const urls = [oauth, `${oauth}/callback`, oauth, `${oauth}/callback`];
  const replies = await statuses(4, () => app.inject({ url: urls.shift() ?? "", remoteAddress }));
  expect(replies).toEqual([400, 400, 400, 429]);
  const payload = { email: "nobody@example.com", password: "Wrong-password-1" };
  const signIn = await app.inject({ method: "POST", url: "/v1/auth/login", payload, remoteAddress });
  expect(signIn.statusCode).toBe(401);
});

test("X-Forwarded-For counts only when it comes from a proxy that is trusted", async () => {
  const send = (at: typeof app, remoteAddress: string, forwarded: string) =>
    at.inject({
      method: "POST",
      url: "/v1/widgets/session/initialize",
      payload: {},
      remoteAddress,
      headers: { "x-forwarded-for": forwarded },
    });
  const attacker = newAddress();
  expect(await statuses(3, () => send(app, attacker, newAddress()))).toEqual([400, 400, 429]);
  expect(await statuses(3, () => send(proxied.app, attacker, newAddress()))).toEqual([400, 400, 429]);
  expect(await statuses(4, () => send(proxied.app, "10.1.0.7", newAddress()))).toEqual([400, 400, 400, 400]);
  const client = newAddress();
  // The client's own claim stands left of what the proxy added.
  expect(await statuses(3, () => send(proxied.app, "10.1.0.7", `${newAddress()}, ${client}`))).toEqual([400, 400, 429]);
});

const many = (send: () => PromiseLike<{ statusCode: number }>) =>
  Promise.all(Array.from({ length: 10 }, send)).then((replies) =>
    replies.map(({ statusCode }) => statusCode).filter((status) => status === 429),
  );

test("requests beyond the limit of an API key are refused for a second, whatever its header looks like", async () => {
  const environment = await createTestEnvironment(db);
  const other = await createTestEnvironment(db);
  let spaces = "";
  const list = (apiKey: string) => {
    spaces += " ";
    return app.inject({ url: "/v1/topics", headers: { authorization: `ApiKey${spaces}${apiKey}` } });
  };
  expect((await many(() => list(environment.apiKey))).length).toBeGreaterThanOrEqual(1);
  const refused = await list(environment.apiKey);
  if (refused.statusCode === 429) expect(refused.headers["retry-after"]).toBe("1");
  expect((await list(other.apiKey)).statusCode).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await list(environment.apiKey)).statusCode).toBe(200);
});

test("triggers are counted apart from other requests", async () => {
  const { headers } = await createTestEnvironment(db);
  const trigger = () =>
    app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload: { name: "none", to: "ada" } });
  expect((await many(trigger)).length).toBeGreaterThanOrEqual(1);
  expect((await app.inject({ url: "/v1/topics", headers })).statusCode).toBe(200);
});

test("subscribers have a limit of their own", async () => {
  const { scope } = await createTestEnvironment(db);
  const [ada, bob] = [await createTestSubscriber(db, scope), await createTestSubscriber(db, scope)];
  const feed =
    ({ headers }: typeof ada) =>
    () =>
      app.inject({ url: "/v1/widgets/organization", headers });
  expect((await many(feed(ada))).length).toBeGreaterThanOrEqual(1);
  expect((await feed(bob)()).statusCode).toBe(200);
});

describe("requests without valid credentials", () => {
  const list = (remoteAddress: string, headers: Record<string, string>, at = app) =>
    at.inject({ url: "/v1/topics", headers, remoteAddress });
  const wrongKey = { authorization: "ApiKey wrong" };

  test.each([
    ["an invalid API key", "/v1/topics", { authorization: "ApiKey wrong" }],
    ["an invalid member token", "/v1/users/me", { authorization: "Bearer wrong" }],
    ["an invalid subscriber token", "/v1/widgets/notifications/feed", { authorization: "Bearer wrong" }],
    ["no credential", "/v1/topics", {}],
    ["an unknown scheme", "/v1/topics", { authorization: "Basic YTpi" }],
  ])(
    "%s: beyond the limit of an address they are answered with 429 until its minute is over",
    async (_, url, headers) => {
      const remoteAddress = newAddress();
      const send = () => app.inject({ url, headers, remoteAddress });
      expect(await statuses(5, send)).toEqual([401, 401, 401, 401, 429]);
      const refused = await send();
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.json()).toEqual({
        statusCode: 429,
        timestamp: expect.any(String),
        path: url,
        message: `Too many requests without valid credentials from your address: try again in ${seconds} s`,
        error: "Too Many Requests",
        code: "too_many_requests",
        requestId: refused.headers["x-request-id"],
      });
      expect((await app.inject({ url, headers, remoteAddress: newAddress() })).statusCode).toBe(401);
    },
  );

  test("an environment of another organisation in a member's request counts, too", async () => {
    const { userId } = await createTestEnvironment(db);
    const { environmentId } = await createTestEnvironment(db);
    const headers = { ...(await signedIn(db, userId)), "novu-environment-id": environmentId };
    const remoteAddress = newAddress();
    expect(await statuses(5, () => list(remoteAddress, headers))).toEqual([401, 401, 401, 401, 429]);
  });

  test("refuse no caller with valid credentials behind the same address", async () => {
    const { headers, scope } = await createTestEnvironment(db);
    const subscriber = await createTestSubscriber(db, scope);
    const remoteAddress = newAddress();
    expect(await statuses(6, () => list(remoteAddress, wrongKey))).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await list(remoteAddress, headers)).statusCode).toBe(200);
    const organization = { url: "/v1/widgets/organization", headers: subscriber.headers, remoteAddress };
    expect((await app.inject(organization)).statusCode).toBe(200);
    const login = { email: "nobody@example.com", password: "Wrong-password-1" };
    const signIn = await app.inject({ method: "POST", url: "/v1/auth/login", payload: login, remoteAddress });
    expect(signIn.statusCode).toBe(401);
  });

  test("are counted apart from requests that are allowed, and from those of a route that is not there", async () => {
    const { headers } = await createTestEnvironment(db);
    const remoteAddress = newAddress();
    expect(await statuses(4, () => list(remoteAddress, headers))).toEqual([200, 200, 200, 200]);
    const nowhere = () => app.inject({ url: "/v1/nowhere", headers: wrongKey, remoteAddress });
    expect(await statuses(5, nowhere)).toEqual([404, 404, 404, 404, 404]);
    expect((await list(remoteAddress, wrongKey)).statusCode).toBe(401);
  });

  test("count by the address that a trusted proxy names", async () => {
    const send = (client: string) => list("10.1.0.9", { ...wrongKey, "x-forwarded-for": client }, proxied.app);
    const client = newAddress();
    expect(await statuses(5, () => send(client))).toEqual([401, 401, 401, 401, 429]);
    expect((await send(newAddress())).statusCode).toBe(401);
  });
});

test("a limit of 0 is none", async () => {
  const unlimited = await testApp({ db });
  const session = () => unlimited.app.inject({ method: "POST", url: "/v1/widgets/session/initialize", payload: {} });
  const wrongKey = () => unlimited.app.inject({ url: "/v1/topics", headers: { authorization: "ApiKey wrong" } });
  const replies = [await statuses(50, session), await statuses(50, wrongKey)];
  await unlimited.close();
  expect(replies.map((some) => new Set(some))).toEqual([new Set([400]), new Set([401])]);
});
