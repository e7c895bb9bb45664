import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { aMember } from "#test/support/sign-in.ts";

type App = Awaited<ReturnType<typeof testApp>>;
let api: App;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Calls the API as one environment; `url` is relative to `/v1/subscribers`. */
function caller({ headers }: { headers: Record<string, string> }) {
  return async (method: Method, url = "", payload?: object) => {
    const reply = await api.app.inject({ method, url: `/v1/subscribers${url}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
  };
}

const ada = {
  subscriberId: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+44",
  avatar: "https://example.com/ada.png",
  locale: "en-GB",
  data: { title: "Countess", admin: true },
};

test("creating a subscriber answers it with its owners, and reading it gives the same", async () => {
  const environment = await createTestEnvironment(api.db);
  const call = caller(environment);
  const created = await call("POST", "", ada);
  expect(created.status).toBe(201);
  expect(created.body.data).toMatchObject({
    ...ada,
    _organizationId: environment.organizationId,
    _environmentId: environment.environmentId,
    channels: [],
    deleted: false,
  });
  expect(created.body.data._id).toBe(created.body.data.id);
  expect(created.body.data).not.toHaveProperty("isOnline");
  expect(await call("GET", "/ada")).toEqual({ status: 200, body: created.body });
});

test("creating a known subscriber updates what is given; null keeps a field, and for the address erases it", async () => {
  const call = caller(await createTestEnvironment(api.db));
  await call("POST", "", ada);
  const { status, body } = await call("POST", "", {
    subscriberId: " ada ",
    firstName: null,
    email: null,
    data: { x: 1 },
  });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ subscriberId: "ada", firstName: "Ada", email: null, data: { x: 1 } });
});

test("a subscriber with a wrong id, address or locale is refused with the field's name", async () => {
  const call = caller(await createTestEnvironment(api.db));
  const { status, body } = await call("POST", "", { subscriberId: "a b", email: "nowhere", locale: "??" });
  expect(status).toBe(400);
  expect(body.message).toEqual([
    expect.stringMatching(/^subscriberId /),
    expect.stringMatching(/^email /),
    expect.stringMatching(/^locale /),
  ]);
  expect((await call("POST", "", {})).body.message).toContain("subscriberId should not be null or undefined");
});

test("nobody is called as the environment is, whose id Belfry signs for other purposes", async () => {
  const environment = await createTestEnvironment(api.db);
  const { environmentId: subscriberId } = environment;
  const call = caller(environment);
  const problem = "subscriberId must not be the id of the environment: choose another one";
  const v2 = await api.app.inject({
    method: "POST",
    url: "/v2/subscribers",
    headers: environment.headers,
    payload: { subscriberId },
  });
  expect([v2.statusCode, v2.json().message]).toEqual([400, [problem]]);
  expect(await call("POST", "", { subscriberId })).toMatchObject({ status: 400, body: { message: problem } });
  const bulk = await call("POST", "/bulk", { subscribers: [{ subscriberId }, { subscriberId: "ada" }] });
  expect(bulk.body.data).toMatchObject({
    created: [{ subscriberId: "ada" }],
    failed: [{ subscriberId, message: problem }],
  });
  const { applicationIdentifier } = environment;
  const session = { applicationIdentifier, subscriberId };
  const opened = await api.app.inject({ method: "POST", url: "/v1/widgets/session/initialize", payload: session });
  expect(opened.statusCode).toBe(400);
  expect((await call("GET", `/${subscriberId}`)).status).toBe(404);
});

test("an id of 255 characters is taken and a longer one refused, before Postgres sees it", async () => {
  const call = caller(await createTestEnvironment(api.db));
  // Without repetition, so that the index entry cannot be compressed.
  const id = (length: number) => randomBytes(length).toString("hex").slice(0, length);
  expect((await call("POST", "", { subscriberId: id(255) })).status).toBe(201);
  for (const length of [256, 6_000]) {
    const { status, body } = await call("POST", "", { subscriberId: id(length), firstName: "x".repeat(256) });
    expect(status).toBe(400);
    expect(body.message).toEqual([
      "subscriberId must be at most 255 characters",
      "firstName must be at most 255 characters",
    ]);
  }
});

test("a subscriber whose channel has no integration is refused, but written without it", async () => {
  const call = caller(await createTestEnvironment(api.db));
  const channels = [{ providerId: "slack", credentials: { webhookUrl: "https://hooks.example" } }];
  const { status, body } = await call("POST", "", { ...ada, channels });
  expect(status).toBe(400);
  expect(body.message).toContain("providerId slack has no active chat or push integration");
  expect((await call("GET", "/ada")).body.data).toMatchObject({ firstName: "Ada", channels: [] });
});

test("lists page from zero, newest first, without deleted subscribers", async () => {
  const call = caller(await createTestEnvironment(api.db));
  for (const subscriberId of ["a", "b", "c", "d"]) await call("POST", "", { subscriberId });
  await call("DELETE", "/d");
  const first = await call("GET", "?limit=2");
  expect(first.body).toMatchObject({ page: 0, pageSize: 2, hasMore: true });
  const second = await call("GET", "?limit=2&page=1");
  expect(second.body).toMatchObject({ page: 1, pageSize: 2, hasMore: false });
  const ids = [...first.body.data, ...second.body.data].map(({ subscriberId }) => subscriberId);
  expect(ids).toEqual(["c", "b", "a"]);
  expect((await call("GET", "?limit=101")).status).toBe(400);
  expect((await call("GET", "?page=x")).status).toBe(400);
});

test("a bulk tells what was created and updated; an id named twice is created, then updated", async () => {
  const call = caller(await createTestEnvironment(api.db));
  await call("POST", "", { subscriberId: "known" });
  await call("DELETE", "/known");
  const subscribers = [
    { subscriberId: "known", firstName: "Known" },
    { subscriberId: "new", firstName: "First", lastName: "Kept" },
    { subscriberId: "new", firstName: "Second" },
    { subscriberId: "slack", channels: [{ providerId: "slack", credentials: {} }] },
  ];
  const { status, body } = await call("POST", "/bulk", { subscribers });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    created: [{ subscriberId: "new" }],
    updated: [{ subscriberId: "known" }, { subscriberId: "new" }],
    failed: [{ subscriberId: "slack", message: expect.stringContaining("slack") }],
  });
  expect((await call("GET", "/new")).body.data).toMatchObject({ firstName: "Second", lastName: "Kept" });
  expect((await call("GET", "/known")).status).toBe(200);
});

test("a bulk takes 1 to 500 subscribers and names the one that does not fit", async () => {
  const call = caller(await createTestEnvironment(api.db));
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ subscriberId: `s${n}` }));
  expect((await call("POST", "/bulk", { subscribers: [] })).status).toBe(400);
  expect((await call("POST", "/bulk", { subscribers: many(501) })).status).toBe(400);
  expect((await call("POST", "/bulk", { subscribers: many(500) })).body.data.created).toHaveLength(500);
  const wrong = await call("POST", "/bulk", { subscribers: [...many(3), { subscriberId: "x", email: "nowhere" }] });
  expect(wrong.body.message).toEqual(["subscribers.3.email must be an email"]);
});

test("an update changes what is given and erases the address by an empty text or null", async () => {
  const call = caller(await createTestEnvironment(api.db));
  await call("POST", "", ada);
  const { status, body } = await call("PUT", "/ada", { firstName: "Augusta", email: "", phone: null });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ firstName: "Augusta", lastName: "Lovelace", email: null, phone: "+44" });
});

test("a subscriber that does not exist is 404 when read, deleted or switched, and 400 when updated", async () => {
  const call = caller(await createTestEnvironment(api.db));
  const message = "No subscriber with id nobody exists in this environment";
  const credentials = { providerId: "slack", credentials: {} };
  const answers = [
    [404, await call("GET", "/nobody")],
    [404, await call("DELETE", "/nobody")],
    [404, await call("PATCH", "/nobody/online-status", { isOnline: true })],
    [404, await call("DELETE", "/nobody/credentials/slack")],
    [400, await call("PUT", "/nobody", {})],
    [400, await call("PUT", "/nobody/credentials", credentials)],
    [400, await call("PATCH", "/nobody/credentials", credentials)],
  ] as const;
  for (const [status, answer] of answers)
    expect(answer).toMatchObject({ status, body: { message, statusCode: status } });
});

test("a deleted subscriber is gone, and creating it again revives it", async () => {
  const call = caller(await createTestEnvironment(api.db));
  const { body } = await call("POST", "", ada);
  expect(await call("DELETE", "/ada")).toEqual({
    status: 200,
    body: { data: { acknowledged: true, status: "deleted" } },
  });
  expect((await call("GET", "/ada")).status).toBe(404);
  expect((await call("DELETE", "/ada")).status).toBe(404);
  const revived = await call("POST", "", { subscriberId: "ada" });
  expect(revived.status).toBe(201);
  expect(revived.body.data).toMatchObject({ _id: body.data._id, deleted: false });
});

test("online status is taken under either name, and only going offline notes the time", async () => {
  const call = caller(await createTestEnvironment(api.db));
  await call("POST", "", ada);
  const online = await call("PATCH", "/ada/online-status", { online: true });
  expect(online.body.data).toMatchObject({ isOnline: true });
  expect(online.body.data).not.toHaveProperty("lastOnlineAt");
  const offline = await call("PATCH", "/ada/online-status", { isOnline: false });
  expect(offline.body.data.isOnline).toBe(false);
  expect(Date.parse(offline.body.data.lastOnlineAt)).toBeGreaterThan(Date.now() - 60_000);
  const wrong = await call("PATCH", "/ada/online-status", {});
  expect(wrong).toMatchObject({ status: 400, body: { message: ["isOnline must be a boolean value"] } });
});

test("PUT replaces device tokens, PATCH unites them, and deleting forgets the provider", async () => {
  const environment = await createTestEnvironment(api.db);
  const call = caller(environment);
  await addIntegration(api.db, environment.scope, { channel: "push", providerId: "fcm", identifier: "fcm-main" });
  await call("POST", "", ada);
  const tokens = async (method: Method, ...deviceTokens: string[]) => {
    const { body } = await call(method, "/ada/credentials", { providerId: "fcm", credentials: { deviceTokens } });
    return body.data.channels[0].credentials.deviceTokens;
  };
  expect(await tokens("PUT", "a", "a")).toEqual(["a"]);
  expect(await tokens("PATCH", "b", "a")).toEqual(["a", "b"]);
  expect(await tokens("PUT", "c")).toEqual(["c"]);
  expect(await tokens("PUT")).toEqual([]);
  expect(await call("DELETE", "/ada/credentials/fcm")).toEqual({ status: 204, body: undefined });
  expect((await call("GET", "/ada")).body.data.channels).toEqual([]);
  expect((await call("DELETE", "/ada/credentials/fcm")).status).toBe(204);
});

test("a member reads addresses and devices masked; a mask that comes back keeps what is stored", async () => {
  const environment = await createTestEnvironment(api.db);
  const { headers } = await aMember(api.db, environment.organizationId, "admin");
  const member = caller({ headers: { ...headers, "novu-environment-id": environment.environmentId } });
  const key = caller(environment);
  for (const [channel, providerId] of [["push", "fcm"] as const, ["chat", "slack"] as const]) {
    await addIntegration(api.db, environment.scope, { channel, providerId, identifier: providerId });
  }
  await key("POST", "", ada);
  const set = (call: typeof key, providerId: string, credentials: object) =>
    call("PUT", "/ada/credentials", { providerId, credentials });
  const credentialsIn = ({ body }: Awaited<ReturnType<typeof key>>) =>
    body.data.channels.map(({ credentials }: { credentials: object }) => credentials);
  const push = { deviceTokens: ["device-one", "device-two"] };
  const chat = { webhookUrl: "https://hooks.slack.com/services/T0/B0/s3cret", channel: "ops" };
  await set(key, "fcm", push);
  await set(key, "slack", chat);
  const masked = [{ deviceTokens: ["nvsk.-one", "nvsk.-two"] }, { webhookUrl: "nvsk.cret", channel: "ops" }];
  expect(credentialsIn(await member("GET", "/ada"))).toEqual(masked);
  expect((await member("GET")).body.data[0].channels.map((c: { credentials: object }) => c.credentials)).toEqual(
    masked,
  );
  const list = await api.app.inject({
    url: "/v2/subscribers",
    headers: { ...headers, "novu-environment-id": environment.environmentId },
  });
  expect(list.body).not.toMatch(/device-one|s3cret/);
  expect(credentialsIn(await key("GET", "/ada"))).toEqual([push, chat]);

  const kept = { deviceTokens: ["nvsk.-two", "device-three"] };
  expect(credentialsIn(await set(member, "fcm", kept))[0]).toEqual({ deviceTokens: ["nvsk.-two", "nvsk.hree"] });
  await set(member, "slack", { webhookUrl: "nvsk.cret", channel: "all" });
  const after = [{ deviceTokens: ["device-two", "device-three"] }, { ...chat, channel: "all" }];
  expect(credentialsIn(await key("GET", "/ada"))).toEqual(after);
  const address = expect.stringMatching(/^credentials\.webhookUrl must be an http or https address/);
  for (const webhookUrl of ["hooks.slack.com/services/T0", "ftp://example.org", "<WEBHOOK_URL>"]) {
    expect(await set(key, "slack", { webhookUrl })).toMatchObject({ status: 400, body: { message: [address] } });
  }
  expect(await set(key, "fcm", { deviceTokens: ["one", " "] })).toMatchObject({
    status: 400,
    body: { message: ["credentials.deviceTokens.1 should not be empty"] },
  });
  expect(await set(member, "slack", { webhookUrl: "nvsk.none" })).toMatchObject({
    status: 400,
    body: { message: [expect.stringMatching(/^credentials\.webhookUrl: is not the mask of what is stored/)] },
  });
  expect(credentialsIn(await key("GET", "/ada"))).toEqual(after);
});

test("credentials may name one of several integrations, and need an active one", async () => {
  const environment = await createTestEnvironment(api.db);
  const call = caller(environment);
  const first = await addIntegration(api.db, environment.scope, {
    channel: "chat",
    providerId: "slack",
    identifier: "slack-one",
  });
  await addIntegration(api.db, environment.scope, { channel: "chat", providerId: "slack", identifier: "slack-two" });
  await call("POST", "", ada);
  const set = (integrationIdentifier: string) =>
    call("PUT", "/ada/credentials", {
      providerId: "slack",
      integrationIdentifier,
      credentials: { webhookUrl: "https://hooks.example", title: "dropped" },
    });
  expect((await set("slack-one")).body.data.channels).toEqual([
    {
      _integrationId: first,
      integrationIdentifier: "slack-one",
      providerId: "slack",
      credentials: { webhookUrl: "https://hooks.example" },
    },
  ]);
  expect((await set("slack-two")).body.data.channels).toHaveLength(2);
  expect((await set("slack-three")).status).toBe(400);
  const built = await call("PUT", "/ada/credentials", { providerId: "belfry-email", credentials: {} });
  expect(built.status).toBe(400);
});

test("another environment's subscriber is unknown, and a wrong key is refused", async () => {
  const environment = await createTestEnvironment(api.db);
  const stranger = await createTestEnvironment(api.db);
  await caller(environment)("POST", "", ada);
  for (const headers of [stranger.headers, { authorization: `ApiKey ${environment.productionApiKey}` }]) {
    const call = caller({ headers });
    expect((await call("GET", "/ada")).status).toBe(404);
    expect((await call("PUT", "/ada", { firstName: "Eve" })).status).toBe(400);
    expect((await call("DELETE", "/ada")).status).toBe(404);
    expect((await call("GET", "")).body.data).toEqual([]);
  }
  const wrong = await caller({ headers: { authorization: "ApiKey wrong" } })("GET", "/ada");
  expect(wrong).toMatchObject({ status: 401, body: { message: "API Key not found" } });
});
