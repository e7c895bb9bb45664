import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { storeMessages } from "#test/support/inbox.ts";
import { verifySubscriberToken } from "../../tokens.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

const open = (payload: object) => app.inject({ method: "POST", url: "/v1/inbox/session", payload });
const get = async (url: string, headers: Record<string, string>) =>
  (await app.inject({ url: `/v1/${url}`, headers })).json().data;
const switchInbox = (environment: TestEnvironment, values: Partial<typeof integrations.$inferInsert>) =>
  db
    .update(integrations)
    .set(values)
    .where(and(eq(integrations.environmentId, environment.environmentId), eq(integrations.channel, "in_app")));
const hashOf = (subscriberId: string, key: string) => createHmac("sha256", key).update(subscriberId).digest("hex");

const nothing = { total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } };

test.each([
  ["of 2.x", { subscriberId: "ada", subscriberHash: null }],
  [
    "of 3.x",
    { subscriber: { subscriberId: "ada", timezone: "Europe/Berlin" }, context: { tenant: "acme" }, contextHash: "x" },
  ],
])("a session %s gives a token, counts and what the inbox may show", async (_, body) => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const reply = await open({ applicationIdentifier, ...body });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().data).toEqual({
    token: expect.any(String),
    totalUnreadCount: 0,
    unreadCount: nothing,
    removeNovuBranding: true,
    isDevelopmentMode: false,
    maxSnoozeDurationHours: 2160,
    ...("context" in body && { contextKeys: ["tenant:acme"] }),
  });
  const { token } = reply.json().data;
  // Its sockets are sent text.
  expect(await verifySubscriberToken(token, testConfig.secret)).toMatchObject({ format: "text" });
  const list = await app.inject({ url: "/v1/inbox/notifications", headers: { authorization: `Bearer ${token}` } });
  expect(list.json()).toEqual({ data: [], hasMore: false, filter: {} });
});

test("the mark of an inbox's makers is left out as its integration says, and shown on the free plan", async () => {
  const environment = await createTestEnvironment(db);
  const { applicationIdentifier, headers, organizationId } = environment;
  const limited = await testApp({ db, config: { ...testConfig, planLimits: "standard" } });
  const payload = { applicationIdentifier, subscriber: { subscriberId: "ada" } };
  const isLeftOut = async (on = app) =>
    (await on.inject({ method: "POST", url: "/v1/inbox/session", payload })).json().data.removeNovuBranding;
  const listed: { _id: string; channel: string; _environmentId: string }[] = await get("integrations", headers);
  const { _id } = listed.find(
    ({ channel, _environmentId }) => channel === "in_app" && _environmentId === environment.environmentId,
  ) ?? { _id: "" };
  const change = async (removeNovuBranding: boolean, on = app) => {
    const url = `/v1/integrations/${_id}`;
    const reply = await on.inject({ method: "PUT", url, headers, payload: { removeNovuBranding } });
    return [reply.statusCode, reply.json().data.removeNovuBranding];
  };
  expect(await change(true, limited.app)).toEqual([200, undefined]);
  expect([await isLeftOut(), await isLeftOut(limited.app)]).toEqual([true, false]);
  expect(await change(false)).toEqual([200, false]);
  expect(await isLeftOut()).toBe(false);
  await db.update(organizations).set({ serviceLevel: "pro" }).where(eq(organizations.id, organizationId));
  expect(await change(true, limited.app)).toEqual([200, true]);
  expect([await isLeftOut(), await isLeftOut(limited.app)]).toEqual([true, true]);
  await limited.close();
});

test("a session reads the name and the branding of its organisation, as sessions of older clients do", async () => {
  const { applicationIdentifier, organizationId } = await createTestEnvironment(db);
  const { token } = (await open({ applicationIdentifier, subscriber: { subscriberId: "ada" } })).json().data;
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string) => (await app.inject({ url: `/v1/${path}/organization`, headers })).json();
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  expect(await get("inbox")).toEqual({ data: { _id: organizationId, name: organization?.name } });
  const branding = { logo: "https://example.com/logo.png", color: "#112233" };
  await db.update(organizations).set({ branding }).where(eq(organizations.id, organizationId));
  expect(await get("inbox")).toEqual({ data: { _id: organizationId, name: organization?.name, branding } });
  expect(await get("inbox")).toEqual(await get("widgets"));
  expect((await app.inject({ url: "/v1/inbox/organization" })).statusCode).toBe(401);
});

test("a session counts what is unread and not snoozed, by severity", async () => {
  const { applicationIdentifier, scope, headers } = await createTestEnvironment(db);
  const body = { applicationIdentifier, subscriber: { subscriberId: "ada" } };
  await open(body);
  const { _id } = await get("subscribers/ada", headers);
  await storeMessages(db, scope, _id, [
    {},
    {},
    { severity: "high" as const },
    { severity: "high" as const, read: true },
    { severity: "low", snoozedUntil: new Date(Date.now() + 60_000) },
  ]);
  const { totalUnreadCount, unreadCount } = (await open(body)).json().data;
  expect(totalUnreadCount).toBe(3);
  expect(unreadCount).toEqual({ total: 3, severity: { high: 1, medium: 0, low: 0, none: 2 } });
});

test("a session with a hash stores what is given of the profile; one without changes nothing of a subscriber who is there", async () => {
  const { applicationIdentifier, apiKey, headers } = await createTestEnvironment(db);
  const session = (subscriber: object, subscriberHash?: string, given: object = {}) =>
    open({ applicationIdentifier, subscriberHash, subscriber: { subscriberId: "ada", ...subscriber }, ...given });
  const profile = {
    firstName: "Ada",
    email: "ada@example.com",
    avatar: "https://a/1.png",
    locale: "en",
    data: { vip: true },
  };
  expect((await session({ ...profile, id: "ignored" }, hashOf("ada", apiKey))).statusCode).toBe(201);
  await session({ firstName: "Augusta", email: null, locale: "fr" }, undefined, { defaultSchedule: nineToFive });
  // An empty text is what a page does not know.
  await session({ email: "", locale: "" }, hashOf("ada", apiKey));
  const stored = await get("subscribers/ada", headers);
  expect(stored).toMatchObject(profile);
  const { token } = (await session({}, hashOf("ada", apiKey))).json().data;
  const authorization = `Bearer ${token}`;
  expect(await get("inbox/preferences/global", { authorization })).not.toMatchObject({ schedule: nineToFive });
});

const nineToFive = {
  isEnabled: true,
  weeklySchedule: { monday: { isEnabled: true, hours: [{ start: "09:00 AM", end: "05:00 PM" }] } },
};

test("a default schedule is for a subscriber who has none", async () => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const session = async (defaultSchedule: object) => {
    const reply = await open({ applicationIdentifier, defaultSchedule, subscriber: { subscriberId: "ada" } });
    return { authorization: `Bearer ${reply.json().data.token}` };
  };
  expect(await get("inbox/preferences/global", await session(nineToFive))).toMatchObject({ schedule: nineToFive });
  expect(await get("inbox/preferences/global", await session({ isEnabled: false }))).toMatchObject({
    schedule: nineToFive,
  });
});

test("an unknown application, an inbox that is switched off, and a wrong hash are refused, in this order", async () => {
  const environment = await createTestEnvironment(db);
  const other = await createTestEnvironment(db);
  const { applicationIdentifier, apiKey } = environment;
  const session = async (given: object) => {
    const reply = await open({ applicationIdentifier, subscriber: { subscriberId: "ada" }, ...given });
    return [reply.statusCode, reply.json().message];
  };
  expect(await session({ applicationIdentifier: "nobody" })).toEqual([
    400,
    expect.stringContaining("valid application identifier"),
  ]);
  await switchInbox(environment, { credentials: { hmac: true } });
  const refused = [400, expect.stringContaining("valid HMAC hash")];
  expect(await session({})).toEqual(refused);
  expect(await session({ subscriberHash: hashOf("ada", other.apiKey) })).toEqual(refused);
  expect(await session({ subscriberHash: hashOf("eve", apiKey) })).toEqual(refused);
  expect((await session({ subscriberHash: hashOf("ada", apiKey) }))[0]).toBe(201);
  await switchInbox(environment, { active: false });
  expect((await session({}))[0]).toBe(404);
});

test.each([
  ["subscriberId", { subscriber: { subscriberId: "" } }],
  ["subscriberId", { subscriberId: "a b" }],
  ["email", { subscriber: { subscriberId: "ada", email: "nobody" } }],
  ["defaultSchedule", { subscriber: { subscriberId: "ada" }, defaultSchedule: { isEnabled: "yes" } }],
  ["applicationIdentifier", { applicationIdentifier: "", subscriber: { subscriberId: "ada" } }],
])("a session with a wrong %s is refused by name", async (field, body) => {
  const { applicationIdentifier } = await createTestEnvironment(db);
  const reply = await open({ applicationIdentifier, ...body });
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
});
