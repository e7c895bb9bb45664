import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { newApiKey } from "#db/api-key.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { apiKeys } from "#db/schema/accounts/api-keys.ts";
import { createHttp } from "#providers/http/http.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { SLACK_APP, startFakeSlack } from "#test/support/fake-slack.ts";
import { createEventRunner } from "#test/support/run-event.ts";

const slack = await startFakeSlack();
const lines: string[] = [];
const { app, db, close } = await testApp({
  http: createHttp({ allowPrivateHosts: true, timeoutMs: 500, baseUrls: slack.baseUrls }),
  logger: createLogger({ logLevel: "info" }, { write: (line) => lines.push(line) }),
});
afterAll(async () => {
  await close();
  slack.close();
});
afterEach(() => {
  slack.answer();
  vi.useRealTimers();
});

async function addSlack(environment: TestEnvironment, credentials: object = SLACK_APP, fields: object = {}) {
  const payload = { providerId: "slack", channel: "chat", active: true, check: false, credentials, ...fields };
  const reply = await app.inject({ method: "POST", url: "/v1/integrations", headers: environment.headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data as { _id: string; identifier: string };
}

const change = (environment: TestEnvironment, id: string, payload: object) =>
  app.inject({
    method: "PUT",
    url: `/v1/integrations/${id}`,
    headers: environment.headers,
    payload: { check: false, ...payload },
  });

async function environmentWithSlack(credentials: object = {}) {
  const environment = await createTestEnvironment(db);
  const { _id } = await addSlack(environment, { ...SLACK_APP, ...credentials });
  return { ...environment, integrationId: _id };
}

interface Begun {
  path: string;
  status: number;
  url: string;
  cookie: string;
  message: string;
}

const pathOf = (subscriberId: string, providerId = "slack") =>
  `/v1/subscribers/${subscriberId}/credentials/${providerId}/oauth`;

/** Begins a connection as a browser does, which keeps the cookie until Slack sends it back. */
async function begin(
  { environmentId, apiKey }: Pick<TestEnvironment, "environmentId" | "apiKey">,
  { subscriberId = "ada", providerId = "slack", ...query }: Record<string, string> = {},
): Promise<Begun> {
  const path = pathOf(subscriberId, providerId);
  const proof = { hmacHash: hashOf(subscriberId, apiKey) };
  const reply = await app.inject({ url: `${path}?${new URLSearchParams({ environmentId, ...proof, ...query })}` });
  const [cookie = ""] = [reply.headers["set-cookie"]].flat();
  const message = reply.statusCode === 302 ? "" : reply.json().message;
  return { path, status: reply.statusCode, url: String(reply.headers.location ?? ""), cookie: String(cookie), message };
}

/** Follows Slack's redirect back, with the cookie that the browser has. */
function follow(redirectUri: string, query: Record<string, string>, cookie: string) {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return app.inject({ url: url.pathname + url.search, headers: { cookie: `other=1; ${cookie.split(";")[0]}` } });
}

const redirectUriOf = ({ url }: Begun): string => new URL(url).searchParams.get("redirect_uri") ?? "";

/** The person agrees at Slack, and the browser comes back. */
async function end(begun: Begun) {
  expect(begun.status, begun.message).toBe(302);
  const sent = slack.agree(begun.url);
  return { sent, reply: await follow(redirectUriOf(begun), sent, begun.cookie) };
}

const channelsOf = async ({ scope }: TestEnvironment, subscriberId = "ada") =>
  (await findSubscriber(db, scope, subscriberId))?.channels;

const hashOf = (subscriberId: string, key: string) => createHmac("sha256", key).update(subscriberId).digest("hex");

test("a connection begins at Slack's page, with a state that the browser keeps out of reach of scripts", async () => {
  const environment = await environmentWithSlack();
  const begun = await begin(environment);
  const { origin, pathname, searchParams } = new URL(begun.url);
  expect([begun.status, origin + pathname]).toEqual([302, "https://slack.com/oauth/v2/authorize"]);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: SLACK_APP.clientId,
    scope: "incoming-webhook",
    user_scope: "",
    redirect_uri: `${testConfig.publicUrl}${pathOf("ada")}/callback?environmentId=${environment.environmentId}`,
    state: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(begun.cookie).toMatch(
    /^belfry_connection=.+; Path=\/v1\/subscribers\/ada\/credentials\/slack\/oauth; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  expect((await begin(environment)).url).not.toBe(begun.url);
});

test("the code is redeemed with the secret, and messages go to the channel that the subscriber has chosen", async () => {
  const environment = await environmentWithSlack();
  await app.inject({
    method: "POST",
    url: "/v1/subscribers",
    headers: environment.headers,
    payload: { subscriberId: "ada", firstName: "Ada" },
  });
  const begun = await begin(environment);
  const { sent, reply } = await end(begun);
  expect(reply.statusCode).toBe(200);
  expect(slack.exchanges.at(-1)).toEqual({
    path: "/api/oauth.v2.access",
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    form: {
      code: sent.code,
      client_id: SLACK_APP.clientId,
      client_secret: SLACK_APP.secretKey,
      redirect_uri: redirectUriOf(begun),
    },
  });
  const webhookUrl = slack.webhookOf(sent.code);
  expect(await findSubscriber(db, environment.scope, "ada")).toMatchObject({
    firstName: "Ada",
    channels: [
      {
        providerId: "slack",
        integrationId: environment.integrationId,
        credentials: { webhookUrl, channel: "slack" },
      },
    ],
  });
  const runner = createEventRunner(db);
  const workflow = await aWorkflow(db, environment, [aStep("chat", { content: "Tea is ready" })]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.toEnd(ref).finally(() => runner.close());
  expect(slack.posted.at(-1)).toEqual({ path: new URL(webhookUrl).pathname, body: { text: "Tea is ready" } });
});

test("a page closes the tab: its policy allows its one script, and the page that opened it stays connected", async () => {
  const { reply } = await end(await begin(await environmentWithSlack()));
  expect(reply.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "unsafe-none",
    "set-cookie": expect.stringMatching(/^belfry_connection=; Path=\/v1\/subscribers\/ada\/.*Max-Age=0/),
  });
  const scripts = [...reply.body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
  expect(scripts).toEqual(["window.close();"]);
  const hash = createHash("sha256")
    .update(scripts[0] ?? "")
    .digest("base64");
  expect(reply.headers["content-security-policy"]).toBe(
    `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test("where the integration names an address, the browser goes there", async () => {
  const environment = await environmentWithSlack({ redirectUrl: "https://shop.example/settings?tab=chat" });
  const { reply } = await end(await begin(environment));
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "https://shop.example/settings?tab=chat"]);
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(await channelsOf(environment)).toHaveLength(1);
});

test.each(["javascript:alert(1)", "data:text/html,hello", "settings", "//shop.example"])(
  "a redirectUrl that is no http address is refused before anything is stored: %s",
  async (redirectUrl) => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    await change(environment, environment.integrationId, { credentials: { ...SLACK_APP, redirectUrl } });
    const before = slack.exchanges.length;
    const { reply } = await end(begun);
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining("redirectUrl")]);
    expect(slack.exchanges).toHaveLength(before);
    expect(await begin(environment)).toMatchObject({ status: 400, message: expect.stringContaining("redirectUrl") });
  },
);

test("a subscriber who does not exist is created, and in the place of a deleted one a new one with nothing of it", async () => {
  const environment = await environmentWithSlack();
  const payload = { subscriberId: "ada", email: "ada@example.com" };
  const { headers } = environment;
  await app.inject({ method: "POST", url: "/v1/subscribers", headers, payload });
  const former = await findSubscriber(db, environment.scope, "ada");
  await app.inject({ method: "DELETE", url: "/v1/subscribers/ada", headers });
  for (const subscriberId of ["ada", "grace"]) {
    expect((await end(await begin(environment, { subscriberId }))).reply.statusCode).toBe(200);
    expect(await channelsOf(environment, subscriberId)).toHaveLength(1);
  }
  const ada = await findSubscriber(db, environment.scope, "ada");
  expect([ada?.email, ada?.id === former?.id]).toEqual([null, false]);
});

test("a later connection replaces the address, and leaves credentials of other integrations alone", async () => {
  const environment = await environmentWithSlack();
  await end(await begin(environment));
  const other = await addSlack(environment);
  await end(await begin(environment));
  const { sent } = await end(await begin(environment));
  const channels = await channelsOf(environment);
  expect(channels?.map(({ integrationId }) => integrationId)).toEqual([environment.integrationId, other._id]);
  expect(channels?.[1]?.credentials.webhookUrl).toBe(slack.webhookOf(sent.code));
});

test("the integration is the one that the connection began with, by its identifier or as the newest one", async () => {
  const environment = await environmentWithSlack();
  const named = await addSlack(environment, { ...SLACK_APP, clientId: "other" });
  const byName = await begin(environment, { integrationIdentifier: named.identifier });
  const expected = new URLSearchParams({
    environmentId: environment.environmentId,
    integrationIdentifier: named.identifier,
  });
  expect(redirectUriOf(byName)).toBe(`${testConfig.publicUrl}${pathOf("ada")}/callback?${expected}`);
  expect(new URL(byName.url).searchParams.get("client_id")).toBe("other");
  await change(environment, named._id, { credentials: SLACK_APP });
  const newest = await begin(environment);
  await addSlack(environment, { ...SLACK_APP, clientId: "added meanwhile" });
  expect((await end(newest)).reply.statusCode).toBe(200);
  expect((await end(byName)).reply.statusCode).toBe(200);
  expect((await channelsOf(environment))?.map(({ integrationId }) => integrationId)).toEqual([named._id]);
});

describe("a callback is refused", () => {
  test("without a state or a cookie, with forged ones, and with those of another browser", async () => {
    const environment = await environmentWithSlack();
    const [mine, theirs] = [await begin(environment), await begin(environment)];
    const { code, state } = slack.agree(mine.url);
    const uri = redirectUriOf(mine);
    const [, forged = ""] = /=([^;]*)/.exec(mine.cookie) ?? [];
    const attempts = [
      follow(uri, { code }, mine.cookie),
      follow(uri, { code, state: "" }, mine.cookie),
      follow(uri, { code, state: `${state}x` }, mine.cookie),
      follow(uri, { code, state }, ""),
      follow(uri, { code, state }, theirs.cookie),
      follow(uri, { code, state }, "belfry_connection=e30.e30.e30"),
      follow(uri, { code, state }, `belfry_connection=${forged.slice(0, -4)}AAAA`),
      follow(uri, { code, state }, mine.cookie.replace("belfry_connection", "belfry_github")),
    ];
    const before = slack.exchanges.length;
    for (const { statusCode, headers, ...reply } of await Promise.all(attempts)) {
      expect([statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/^state is not that of/)]);
      // The connection of this browser can still be ended.
      expect(headers["set-cookie"]).toBeUndefined();
    }
    expect(slack.exchanges).toHaveLength(before);
    expect(await channelsOf(environment)).toBeUndefined();
    expect((await follow(uri, { code, state }, mine.cookie)).statusCode).toBe(200);
  });

  test("for another subscriber, environment or integration than the connection began for", async () => {
    const [environment, other] = [await environmentWithSlack(), await environmentWithSlack()];
    const named = await addSlack(environment);
    const begun = await begin(environment, { integrationIdentifier: named.identifier });
    const sent = slack.agree(begun.url);
    const uri = redirectUriOf(begun);
    const others = [
      uri.replace("/ada/", "/eve/"),
      uri.replace(environment.environmentId, other.environmentId),
      uri.replace(encodeURIComponent(named.identifier), "another"),
      uri.replace(/&integrationIdentifier=.*/, ""),
    ];
    for (const address of others) {
      const reply = await follow(address, sent, begun.cookie);
      expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining("state")]);
    }
    expect((await follow(uri, sent, begun.cookie)).statusCode).toBe(200);
  });

  test("ten minutes after the beginning", async () => {
    const environment = await environmentWithSlack();
    const [late, inTime] = [await begin(environment), await begin(environment, { subscriberId: "grace" })];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 9.9 * 60_000 });
    expect((await end(inTime)).reply.statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await end(late)).reply.statusCode).toBe(400);
    expect(await channelsOf(environment)).toBeUndefined();
  });

  test("when it is repeated: the browser has no cookie any more, and Slack takes a code once", async () => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    const { sent, reply } = await end(begun);
    const [ended] = [reply.headers["set-cookie"]].flat();
    expect((await follow(redirectUriOf(begun), sent, String(ended))).statusCode).toBe(400);
    const replayed = await follow(redirectUriOf(begun), sent, begun.cookie);
    expect([replayed.statusCode, replayed.json().message]).toEqual([400, expect.stringContaining("invalid_code")]);
    expect((await channelsOf(environment))?.[0]?.credentials.webhookUrl).toBe(slack.webhookOf(sent.code));
  });

  test("when the person has declined, and without a code", async () => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    const { state } = slack.agree(begun.url);
    const declined = await follow(redirectUriOf(begun), { error: "access_denied", state }, begun.cookie);
    expect([declined.statusCode, declined.json().message]).toEqual([
      400,
      "Slack has not connected the channel: access_denied. Begin again",
    ]);
    expect(declined.headers["set-cookie"]).toMatch(/Max-Age=0/);
    const empty = await follow(redirectUriOf(begun), { state }, begun.cookie);
    expect([empty.statusCode, empty.json().message]).toEqual([400, expect.stringContaining("code")]);
  });
});

test("of two callbacks at once with one code, one connects; of two connections at once for somebody new, both do", async () => {
  const environment = await environmentWithSlack();
  const begun = await begin(environment);
  const sent = slack.agree(begun.url);
  const twice = await Promise.all([1, 2].map(() => follow(redirectUriOf(begun), sent, begun.cookie)));
  expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);

  const many = await Promise.all(Array.from({ length: 4 }, () => begin(environment, { subscriberId: "grace" })));
  const ended = await Promise.all(many.map(end));
  expect(ended.map(({ reply }) => reply.statusCode)).toEqual([200, 200, 200, 200]);
  const rows = await db.$client`select channels from subscribers where environment_id = ${environment.environmentId}
    and subscriber_id = 'grace'`;
  expect(rows.map(({ channels }) => channels.length)).toEqual([1]);
});

describe("whatever the switch of the integration", () => {
  test("a connection begins only with that of the subscriber, by any key of the environment", async () => {
    const environment = await environmentWithSlack({ hmac: false });
    const { apiKey, productionApiKey, organizationId, environmentId, userId } = environment;
    const second = newApiKey(testConfig.encryptionKey);
    const { key: _, ...stored } = second;
    await db.insert(apiKeys).values({ organizationId, environmentId, userId, ...stored });

    const empty = await begin(environment, { hmacHash: "" });
    expect([empty.status, empty.message]).toEqual([400, expect.stringMatching(/^hmacHash is missing/)]);
    for (const wrong of [
      "anything",
      hashOf("eve", apiKey),
      hashOf("ada", productionApiKey),
      hashOf("ada", apiKey).slice(1),
      hashOf("ada", apiKey).toUpperCase(),
    ]) {
      const refused = await begin(environment, { hmacHash: wrong });
      expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(/^hmacHash is not that of/)]);
      expect(refused.cookie).toBe("");
    }
    for (const key of [apiKey, second.key]) {
      const begun = await begin(environment, { hmacHash: hashOf("ada", key) });
      expect(begun.url).not.toContain("hmacHash");
      expect((await end(begun)).reply.statusCode).toBe(200);
    }
  });
});

describe("start and callback answer 404, and say what is missing:", () => {
  const both = async (environmentId: string, { providerId = "slack", ...query }: Record<string, string> = {}) => {
    const search = new URLSearchParams({ environmentId, ...query });
    const started = await app.inject({ url: `${pathOf("ada", providerId)}?${search}` });
    const ended = await app.inject({ url: `${pathOf("ada", providerId)}/callback?${search}&code=c&state=s` });
    return [started, ended].map((reply) => [reply.statusCode, reply.json().message]);
  };

  test("an environment that is unknown or deleted", async () => {
    const unknown = randomUUID();
    const gone = [404, `No environment with id ${unknown} exists`];
    expect(await both(unknown)).toEqual([gone, gone]);
    const { environmentId, apiKey } = await environmentWithSlack();
    const begun = await begin({ environmentId, apiKey });
    await db.$client`update environments set deleted_at = now() where id = ${environmentId}`;
    expect((await both(environmentId)).map(([status]) => status)).toEqual([404, 404]);
    expect((await end(begun)).reply.statusCode).toBe(404);
  });

  test.each(["discord", "fcm", "nobody", "belfry"])("OAuth of the provider %s", async (providerId) => {
    const { environmentId } = await environmentWithSlack();
    const unable = [404, `Provider ${providerId} connects no channels by OAuth: use slack`];
    expect(await both(environmentId, { providerId })).toEqual([unable, unable]);
  });

  test("an active integration", async () => {
    const environment = await createTestEnvironment(db);
    const { environmentId } = environment;
    const nothing = `Environment ${environmentId} has no active integration of channel chat and provider slack`;
    expect(await begin(environment)).toMatchObject({ status: 404, message: `${nothing}: add or activate one first` });
    const { _id, identifier } = await addSlack(environment);
    const named = await begin(environment, { integrationIdentifier: "another" });
    expect(named).toMatchObject({ status: 404, message: expect.stringContaining(" with identifier another: ") });
    const begun = await begin(environment, { integrationIdentifier: identifier });
    await change(environment, _id, { active: false });
    expect(await begin(environment)).toMatchObject({ status: 404 });
    const { reply } = await end(begun);
    expect([reply.statusCode, reply.json().message]).toEqual([404, expect.stringContaining(nothing)]);
  });

  test.each([
    ["credentials", {}, "has no credentials"],
    ["the client id", { ...SLACK_APP, clientId: undefined }, "has no clientId"],
    ["the client secret", { ...SLACK_APP, secretKey: undefined }, "has no secretKey"],
  ])("%s of the integration", async (_, credentials, lacks) => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    await db.$client`update integrations set credentials = ${JSON.stringify(credentials)}::text::jsonb
      where id = ${environment.integrationId}`;
    const { environmentId } = environment;
    const message = expect.stringContaining(
      `The integration of environment ${environmentId}, channel chat and provider slack ${lacks}`,
    );
    expect(await begin(environment)).toMatchObject({ status: 404, message });
    const { reply } = await end(begun);
    expect([reply.statusCode, reply.json().message]).toEqual([404, message]);
  });
});

test("a wrong parameter is answered 400 with its name", async () => {
  const { environmentId } = await environmentWithSlack();
  for (const [path, name] of [
    [pathOf("ada"), "environmentId"],
    [`${pathOf("ada")}?environmentId=production`, "environmentId"],
    [`${pathOf("ada")}/callback?code=c&state=s`, "environmentId"],
    [`${pathOf("a%20b")}?environmentId=${environmentId}`, "subscriberId"],
    [`${pathOf("..%2Fada")}/callback?environmentId=${environmentId}`, "subscriberId"],
    [`${pathOf("ada")}?environmentId=${environmentId}&hmacHash=a&hmacHash=b`, "hmacHash"],
  ] as const) {
    const reply = await app.inject({ url: path });
    expect([path, reply.statusCode, String(reply.json().message)]).toEqual([path, 400, expect.stringContaining(name)]);
  }
});

describe("when Slack connects nothing", () => {
  const hostile = "see https://slack.example";

  test.each([
    ["a reason", { ok: false, error: "bad_redirect_uri" }, "bad_redirect_uri"],
    [
      "messages",
      { ok: false, error: "invalid_arguments", response_metadata: { messages: ["[ERROR] missing field"] } },
      "invalid_arguments; [ERROR] missing field",
    ],
    ["no reason", { ok: false }, "unknown_error"],
    ["messages of another form", { ok: false, error: hostile, response_metadata: "none" }, hostile],
    ["no webhook", { ok: true, access_token: "xoxb-token" }, "no incoming webhook was granted"],
    ["a webhook without an address", { ok: true, incoming_webhook: { channel: "#general" } }, "no incoming webhook"],
    ["an address that is none", { ok: true, incoming_webhook: { url: "javascript:alert(1)" } }, "no valid http"],
    [
      "an address with a user",
      { ok: true, incoming_webhook: { url: "https://a:b@hooks.slack.com/" } },
      "no valid http",
    ],
  ])("and gives %s, the caller is told so, and nothing is stored", async (_, answer, reason) => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    slack.answer({ answer });
    const { reply } = await end(begun);
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining(reason)]);
    expect(reply.headers["set-cookie"]).toMatch(/Max-Age=0/);
    expect(await channelsOf(environment)).toBeUndefined();
  });

  test.each([
    ["because it does not answer", { isSilent: true }, "TIMEOUT"],
    ["because it fails", { status: 500, answer: { ok: true } }, "answered 500"],
    ["because it refuses in general", { status: 403, answer: "Forbidden" }, "answered 403"],
    ["and gives an answer of another form", { answer: ["xoxb-token"] }, "an answer that is not known"],
  ] as const)("%s, the caller is asked to begin again later", async (_, planned, reason) => {
    const environment = await environmentWithSlack();
    const begun = await begin(environment);
    slack.answer(planned);
    const { reply } = await end(begun);
    const { message } = reply.json();
    expect([reply.statusCode, message]).toEqual([503, expect.stringContaining(reason)]);
    expect(message).toMatch(/Begin again$/);
    expect(await channelsOf(environment)).toBeUndefined();
  });

  test("neither secret nor code nor token is in an answer or in the log", async () => {
    const environment = await environmentWithSlack();
    const secrets: string[] = [SLACK_APP.secretKey, "xoxb-token"];
    const echo = (form: object) => ({ ok: false, error: `got ${JSON.stringify(form)}` });
    for (const planned of [
      { status: 500, answer: echo(SLACK_APP) },
      { answer: echo(SLACK_APP) },
      { answer: { access_token: "xoxb-token" } },
    ]) {
      const begun = await begin(environment);
      slack.answer(planned);
      const { sent, reply } = await end(begun);
      secrets.push(sent.code, sent.state);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      for (const secret of secrets) expect(reply.body).not.toContain(secret);
    }
    slack.answer();
    const { sent } = await end(await begin(environment));
    const log = lines.join("");
    expect(log).toContain("a channel could not be connected");
    for (const secret of [...secrets, sent.code, "/services/T0"]) expect(log).not.toContain(secret);
  });
});

test("a connection is in no audit log, as everything that subscribers do themselves, and is reported to webhook endpoints", async () => {
  const environment = await environmentWithSlack();
  const { headers } = environment;
  const payload = { url: "https://example.com/belfry" };
  await app.inject({ method: "POST", url: "/v1/webhook-endpoints", headers, payload });
  const count = async () => (await app.inject({ url: "/v1/audit-logs", headers })).json().data.length;
  const before = await count();
  await end(await begin(environment));
  expect(await count()).toBe(before);
  const events = await db.$client`select distinct type from webhook_messages
    where environment_id = ${environment.environmentId} order by type`;
  expect(events.map(({ type }) => type)).toEqual(["subscriber.created", "subscriber.updated"]);
});

test("the cookie of a connection is no token of a member or a subscriber", async () => {
  const { cookie } = await begin(await environmentWithSlack());
  const [, token = ""] = /=([^;]*)/.exec(cookie) ?? [];
  for (const url of ["/v1/users/me", "/v1/widgets/notifications/feed"]) {
    expect((await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401);
  }
});
