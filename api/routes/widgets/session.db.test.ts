import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { integrations } from "#db/schema/integrations.ts";
import { organizations } from "#db/schema/organizations.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";

const server = await testApp();
const { app, db } = server;
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
  const feed = await app.inject({
    url: "/v1/widgets/notifications/feed",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(feed.statusCode).toBe(200);
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers: environment.headers });
  expect(subscriber.json().data).toMatchObject({ _id: profile._id, firstName: "Ada" });
});

test("a session changes what is given of a subscriber and leaves the rest", async () => {
  const { applicationIdentifier, headers } = await createTestEnvironment(db);
  await open({ applicationIdentifier, subscriberId: "ada", firstName: "Ada", email: "ada@example.com" });
  await open({ applicationIdentifier, subscriberId: "ada", firstName: null, lastName: "Lovelace" });
  const subscriber = await app.inject({ url: "/v1/subscribers/ada", headers });
  expect(subscriber.json().data).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
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
  const session = (hmacHash?: string) => open({ applicationIdentifier, subscriberId: "ada", hmacHash });
  expect((await session(hashOf("ada", apiKey))).statusCode).toBe(201);
  for (const wrong of [undefined, "", "ü", hashOf("bob", apiKey), hashOf("ada", productionApiKey)]) {
    const reply = await session(wrong);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain("valid HMAC hash");
  }
});

test("without that switch a hash is not looked at", async () => {
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
