import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { storeMessages } from "#test/support/inbox.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";
import { verifySubscriberToken } from "../../tokens.ts";

const server = await testApp();
const { app, db } = server;
beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }));
afterAll(() => server.close());

const open = (payload: object) => app.inject({ method: "POST", url: "/v1/widgets/session/initialize", payload });

const switchInbox = (environment: TestEnvironment, values: Partial<typeof integrations.$inferInsert>) =>
  db
    .update(integrations)
    .set(values)
    .where(and(eq(integrations.environmentId, environment.environmentId), eq(integrations.channel, "in_app")));

const hashOf = (subscriberId: string, key: string) => createHmac("sha256", key).update(subscriberId).digest("hex");

test("a session gives a token for the inbox, and makes the subscriber", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier } = environment;
  const reply = await open({ applicationIdentifier, subscriberId: "ada", hmacHash: null, firstName: "Ada" });
  expect(reply.statusCode).toBe(201);
  const { token, profile } = reply.json().data;
  expect(profile).toEqual({ _id: expect.any(String), firstName: "Ada" });
  // Its sockets are sent html.
  expect(await verifySubscriberToken(token, testConfig.secret)).toMatchObject({ format: "html" });
  const feed = await app.inject({
    url: "/v1/widgets/notifications/feed",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(feed.statusCode).toBe(200);
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers: environment.headers });
  expect(subscriber.json().data).toMatchObject({ _id: profile._id, firstName: "Ada" });
});

const profile = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "+441234" };

test("a session with a proof changes what is given of a subscriber and leaves the rest", async () => {
  const { applicationIdentifier, apiKey, headers } = await createTestEnvironment(db);
  const hmacHash = hashOf("ada", apiKey);
  await open({ applicationIdentifier, subscriberId: "ada", hmacHash, firstName: "Ada", email: "ada@example.com" });
  await open({ applicationIdentifier, subscriberId: "ada", hmacHash, firstName: null, lastName: "Lovelace" });
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers });
  expect(subscriber.json().data).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
});

test.each([
  ["without a hash", undefined],
  ["with a wrong hash", "0".repeat(64)],
])("a session %s creates a subscriber, and says and changes nothing of one that exists", async (_, hmacHash) => {
  const { applicationIdentifier, headers } = await createTestEnvironment(db);
  const session = (given: object) => open({ applicationIdentifier, subscriberId: "ada", hmacHash, ...given });
  const created = await session(profile);
  expect([created.statusCode, created.json().data.profile.firstName]).toEqual([201, "Ada"]);
  const again = await session({ firstName: "Augusta", lastName: null, email: "eve@example.com", phone: "+440000" });
  expect(again.statusCode).toBe(201);
  const { token, profile: shown } = again.json().data;
  expect(shown).toEqual({ _id: created.json().data.profile._id });
  const claims = JSON.stringify(decodeJwt(token));
  for (const secret of ["Ada", "Lovelace", "ada@example.com", "+441234"]) expect(claims).not.toContain(secret);
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers });
  expect(subscriber.json().data).toMatchObject(profile);
});

test("without a proof, little is stored of a new subscriber, and nothing of one that is too much", async () => {
  const { applicationIdentifier, apiKey, headers } = await createTestEnvironment(db);
  const session = (subscriberHash?: string) => {
    const subscriber = { subscriberId: "ada", data: { note: "A".repeat(8_192) } };
    const payload = { applicationIdentifier, subscriber, subscriberHash };
    return app.inject({ method: "POST", url: "/v1/inbox/session", payload });
  };
  const refused = await session();
  expect([refused.statusCode, refused.json().message]).toEqual([400, [expect.stringMatching(/^data .*8192/)]]);
  expect((await app.inject({ url: "/v1/subscribers/ada", headers })).statusCode).toBe(404);
  expect((await session(hashOf("ada", apiKey))).statusCode).toBe(201);
});

test("what signs webhook conditions, and a key that only reads, prove nobody", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier, environmentId, apiKey, organizationHeaders: headers } = environment;
  await switchInbox(environment, { credentials: { hmac: true } });
  const statusOf = async (subscriberId: string, key: string) =>
    (await open({ applicationIdentifier, subscriberId, hmacHash: hashOf(subscriberId, key) })).statusCode;
  expect(await statusOf("ada", apiKey)).toBe(201);
  expect(await statusOf(environmentId, apiKey)).toBe(400);
  const made = await app.inject({
    method: "POST",
    url: "/v1/api-keys",
    headers,
    payload: { name: "Reader", role: "viewer" },
  });
  expect(await statusOf("ada", made.json().data.key)).toBe(400);
});

test("tokens and open sockets end with the key that has proven their session, and with no other key", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier, apiKey, organizationHeaders: headers } = environment;
  const create = { method: "POST", url: "/v1/api-keys", headers, payload: { name: "Second" } } as const;
  const second = (await app.inject(create)).json().data;
  const tokenBy = async (key: string): Promise<string> =>
    (await open({ applicationIdentifier, subscriberId: "ada", hmacHash: hashOf("ada", key) })).json().data.token;
  const [first, other] = [await tokenBy(apiKey), await tokenBy(second.key)];
  const socket = await openInboxSocket(app, other);
  await socket.joined;
  const statusOf = async (token: string) =>
    (await app.inject({ url: "/v1/widgets/notifications/unseen", headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  expect([await statusOf(first), await statusOf(other)]).toEqual([200, 200]);
  await app.inject({ method: "DELETE", url: `/v1/api-keys/${second._id}`, headers });
  expect([await statusOf(first), await statusOf(other)]).toEqual([200, 401]);
  expect(await socket.closed).toBe(4401);
});

test("an inbox that is new in Production demands a proof, unless it says otherwise", async () => {
  const environment = await createTestEnvironment(db);
  const {
    productionApplicationIdentifier: applicationIdentifier,
    productionApiKey,
    productionEnvironmentId,
  } = environment;
  const session = async () => (await open({ applicationIdentifier, subscriberId: "ada" })).statusCode;
  expect(await session()).toBe(400);
  const headers = { authorization: `ApiKey ${productionApiKey}` };
  const listed = (await app.inject({ url: "/v1/integrations", headers })).json().data;
  const inbox = listed.find(({ channel }: Integration) => channel === "in_app");
  await app.inject({ method: "DELETE", url: `/v1/integrations/${inbox._id}`, headers });
  const add = (credentials?: object) =>
    app.inject({
      method: "POST",
      url: "/v1/integrations",
      headers,
      payload: {
        providerId: "belfry",
        channel: "in_app",
        active: true,
        credentials,
        _environmentId: productionEnvironmentId,
      },
    });
  const made = (await add()).json().data;
  expect([made.credentials, await session()]).toEqual([{ hmac: true }, 400]);
  await app.inject({ method: "DELETE", url: `/v1/integrations/${made._id}`, headers });
  expect((await add({ hmac: false })).statusCode).toBe(201);
  expect(await session()).toBe(201);
});

test("of many sessions at once for a new subscriber all are opened, for one and the same", async () => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => open({ applicationIdentifier, subscriberId: "ada", ...profile })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201));
  expect(new Set(replies.map((reply) => reply.json().data.profile._id)).size).toBe(1);
});

test("a session without a proof does not bring a deleted subscriber back: neither messages nor profile", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier, headers, scope } = environment;
  const first = (await open({ applicationIdentifier, subscriberId: "ada", ...profile })).json().data;
  await storeMessages(db, scope, first.profile._id, [{ content: "Old secret" }]);
  await app.inject({ method: "DELETE", url: "/v1/subscribers/ada", headers });

  const replies = await Promise.all([1, 2, 3].map(() => open({ applicationIdentifier, subscriberId: "ada" })));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  const [again] = replies.map((reply) => reply.json().data);
  expect(new Set(replies.map((reply) => reply.json().data.profile._id)).size).toBe(1);
  const feedOf = (token: string) =>
    app.inject({ url: "/v1/widgets/notifications/feed", headers: { authorization: `Bearer ${token}` } });
  expect((await feedOf(again.token)).json()).toMatchObject({ data: [] });
  // The token of the deleted subscriber is not one of its successor.
  expect((await feedOf(first.token)).statusCode).toBe(401);
  const subscriber = (await app.inject({ url: "/v1/subscribers/ada", headers })).json().data;
  expect(subscriber).toMatchObject({ _id: again.profile._id });
  expect(JSON.stringify(subscriber)).not.toContain("ada@example.com");
});

test("a session with a proof brings a deleted subscriber back as it was", async () => {
  const { applicationIdentifier, apiKey, headers, scope } = await createTestEnvironment(db);
  const session = { applicationIdentifier, subscriberId: "ada", hmacHash: hashOf("ada", apiKey) };
  const first = (await open({ ...session, ...profile })).json().data;
  await storeMessages(db, scope, first.profile._id, [{ content: "Mine" }]);
  await app.inject({ method: "DELETE", url: "/v1/subscribers/ada", headers });
  const { token } = (await open(session)).json().data;
  const feed = await app.inject({
    url: "/v1/widgets/notifications/feed",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(feed.json().data).toMatchObject([{ content: "Mine" }]);
});

test("an unknown application identifier is refused first of all", async () => {
  const reply = await open({ applicationIdentifier: "nobody", subscriberId: "ada" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain("valid app identifier");
});

test("an environment whose inbox is switched off gives no sessions", async () => {
  const environment = await createTestEnvironment(db);
  await switchInbox(environment, { active: false, credentials: { hmac: true } });
  const reply = await open({ applicationIdentifier: environment.applicationIdentifier, subscriberId: "ada" });
  expect(reply.statusCode).toBe(404);
});

test("where a hash is demanded, only that of this subscriber under the environment's key opens the inbox", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier, apiKey, productionApiKey } = environment;
  await switchInbox(environment, { credentials: { hmac: true } });
  const session = (hmacHash?: string, firstName = "Eve") =>
    open({ applicationIdentifier, subscriberId: "ada", hmacHash, firstName });
  expect((await session(hashOf("ada", apiKey), "Ada")).statusCode).toBe(201);
  for (const wrong of [undefined, "", "ü", hashOf("bob", apiKey), hashOf("ada", productionApiKey)]) {
    const reply = await session(wrong);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain("valid HMAC hash");
  }
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers: environment.headers });
  expect(subscriber.json().data).toMatchObject({ firstName: "Ada" });
});

test.each([["true"], ["yes"], [1], [{}], [" "]])("a stored switch of %j counts as on", async (hmac) => {
  const environment = await createTestEnvironment(db);
  await switchInbox(environment, { credentials: { hmac } });
  const reply = await open({ applicationIdentifier: environment.applicationIdentifier, subscriberId: "ada" });
  expect(reply.statusCode).toBe(400);
});

test.each([[false], ["false"], [null]])("a stored switch of %j is off", async (hmac) => {
  const environment = await createTestEnvironment(db);
  await switchInbox(environment, { credentials: { hmac } });
  const reply = await open({ applicationIdentifier: environment.applicationIdentifier, subscriberId: "ada" });
  expect(reply.statusCode).toBe(201);
});

test.each([[true], ["true"]])(
  "switching HMAC on by %j ends the sessions that have no proof, and no others",
  async (hmac) => {
    const environment = await createTestEnvironment(db);
    const { applicationIdentifier, apiKey, headers } = environment;
    const session = async (hmacHash?: string): Promise<string> =>
      (await open({ applicationIdentifier, subscriberId: "ada", hmacHash })).json().data.token;
    const [anonymous, proven] = [await session(), await session(hashOf("ada", apiKey))];
    const sockets = await Promise.all([anonymous, proven].map((token) => openInboxSocket(app, token)));
    await vi.waitFor(() => expect(app.inboxRooms.sockets().length).toBeGreaterThanOrEqual(2), 10_000);
    const status = async (token: string) =>
      (await app.inject({ url: "/v1/widgets/organization", headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect([await status(anonymous), await status(proven)]).toEqual([200, 200]);

    const inboxes: Integration[] = (await app.inject({ url: "/v1/integrations", headers })).json().data;
    const inbox = inboxes.find(
      ({ channel, _environmentId }) => channel === "in_app" && _environmentId === environment.environmentId,
    );
    const url = `/v1/integrations/${inbox?._id}`;
    const reply = await app.inject({ method: "PUT", url, headers, payload: { credentials: { hmac } } });
    expect(reply.json().data.credentials).toEqual({ hmac: true });

    expect([await status(anonymous), await status(proven)]).toEqual([401, 200]);
    expect(await sockets[0]?.closed).toBe(4401);
    const refused = await openInboxSocket(app, anonymous);
    expect(await refused.closed).toBe(4401);
    const welcome = await openInboxSocket(app, proven);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(app.inboxRooms.sockets()).toHaveLength(2);
    for (const socket of [sockets[1], welcome]) socket?.close();
    await vi.waitFor(() => expect(app.inboxRooms.sockets()).toEqual([]), 10_000);
  },
);

test.each([["yes"], [""], [1], [{}]])("HMAC of %j is refused and changes nothing, also unchecked", async (hmac) => {
  const environment = await createTestEnvironment(db);
  const { headers } = environment;
  const inboxes: Integration[] = (await app.inject({ url: "/v1/integrations", headers })).json().data;
  const inbox = inboxes.find(({ channel }) => channel === "in_app");
  for (const check of [true, false]) {
    const payload = { credentials: { hmac }, check };
    const reply = await app.inject({ method: "PUT", url: `/v1/integrations/${inbox?._id}`, headers, payload });
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      ['credentials.hmac: correct "HMAC": must be true or false'],
    ]);
  }
});

test("without that switch a wrong hash opens a session like none", async () => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const reply = await open({ applicationIdentifier, subscriberId: "ada", hmacHash: "anything" });
  expect(reply.statusCode).toBe(201);
});

test("a subscriberId may hold letters, digits, underscore and hyphen only", async () => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const reply = await open({ applicationIdentifier, subscriberId: "ada lovelace" });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message[0]).toMatch(/^subscriberId /);
});

test("an inbox knows whose it is and how it is to look", async () => {
  const { applicationIdentifier, organizationId } = await createTestEnvironment(db);
  const { token } = (await open({ applicationIdentifier, subscriberId: "ada" })).json().data;
  const get = () => app.inject({ url: "/v1/widgets/organization", headers: { authorization: `Bearer ${token}` } });
  expect((await get()).json().data).toEqual({ _id: organizationId, name: "Analytical Engines" });
  await db
    .update(organizations)
    .set({ branding: { color: "#112233", direction: "rtl" } })
    .where(eq(organizations.id, organizationId));
  expect((await get()).json().data.branding).toEqual({ color: "#112233", direction: "rtl" });
});

test("usage reports of published clients are thanked for", async () => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const { token } = (await open({ applicationIdentifier, subscriberId: "ada" })).json().data;
  const reply = await app.inject({
    method: "POST",
    url: "/v1/widgets/usage/log",
    headers: { authorization: `Bearer ${token}` },
    payload: { name: "[Widget] - Bell clicked", payload: {} },
  });
  expect([reply.statusCode, reply.json()]).toEqual([201, { data: { success: true } }]);
});
