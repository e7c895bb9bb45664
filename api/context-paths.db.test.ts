import { createHmac, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { io } from "socket.io-client";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { loadConfig, projectRoot } from "#config.ts";
import { createHttp } from "#providers/http/http.ts";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { GITHUB_APP, startFakeGithub } from "#test/support/fake-github.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";
import { openInboxSocket } from "#test/support/inbox-socket.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { peopleApi } from "#test/support/people-api.ts";
import { aPerson } from "#test/support/sign-in.ts";

// An installation with a path of its own before the addresses of each component.

const ORIGIN = "https://belfry.example.com";
const PATHS = {
  web: "/apps/web",
  api: "/apps/api",
  widget: "/apps/bell",
  websocket: "/apps/ws",
  inboundMail: "/apps/mail",
  webhook: "/apps/hooks/in",
};

const github = await startFakeGithub();
const api = await peopleApi({
  config: { ...testConfig, publicUrl: ORIGIN, contextPaths: PATHS, github: GITHUB_APP },
  http: createHttp({ allowPrivateHosts: true, baseUrls: github.baseUrls }),
});
const { app, db } = api;
const environment = await createTestEnvironment(db);
const { headers, scope } = environment;
await app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await api.close();
  await github.stop();
});

const get = (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: { ...headers, ...more } });

test.each(["", ...Object.values(PATHS)])("the health check answers below %j", async (path) => {
  expect((await get(`${path}/v1/health-check`)).statusCode).toBe(200);
});

test("routes of both versions answer below the API's path, with path and query parameters", async () => {
  const { subscriberId } = await createTestSubscriber(db, scope);
  const one = await get(`/apps/api/v1/subscribers/${subscriberId}`);
  expect(one.json().data).toMatchObject({ subscriberId });
  const found = await get(`/apps/api/v2/subscribers?subscriberId=${subscriberId}&limit=1`);
  expect(found.json().data).toMatchObject([{ subscriberId }]);
  expect((await get(`/v1/subscribers/${subscriberId}`)).json()).toEqual(one.json());
});

test.each([
  "/apps/apix/v1/topics",
  "/apps/api/apps/api/v1/topics",
  "/apps/api%2Fv1/topics",
  "/apps//api/v1/topics",
  "/apps/v1/topics",
  "/api/v1/topics",
  "/apps/api//v1/topics",
  "/apps/hooks/v1/topics",
  "/APPS/api/v1/topics",
])("%s is not found", async (path) => {
  const reply = await get(path);
  expect([reply.statusCode, reply.json().path]).toEqual([404, path]);
});

test("a client that sends the whole address is answered, too", async () => {
  const { port } = new URL(app.listeningOrigin);
  const status = await new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, path: `${ORIGIN}/apps/api/v1/health-check` }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    call.on("error", reject).end();
  });
  expect(status).toBe(200);
});

test("failures name the path that the client has sent, without the secrets in its query", async () => {
  const nowhere = await get("/apps/api/v1/nowhere?page=1&token=hunter2");
  const path = "/apps/api/v1/nowhere?page=1&token=[secret]";
  expect(nowhere.json()).toMatchObject({ statusCode: 404, path, message: `Cannot GET ${path}` });
  const invalid = await get("/apps/api/v1/messages?limit=many");
  expect(invalid.json()).toMatchObject({ statusCode: 400, path: "/apps/api/v1/messages?limit=many" });
});

test("the page at /docs loads its files below the API's path, and the document names that path as its server", async () => {
  const page = await get("/apps/api/docs");
  expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual(
    expect.arrayContaining(["/apps/api/docs/static/swagger-ui.css", "/apps/api/docs/static/swagger-initializer.js"]),
  );
  expect(page.body).not.toMatch(/(?:src|href)="\/docs/);
  expect((await get("/apps/api/docs/static/swagger-ui.css")).statusCode).toBe(200);
  expect((await get("/apps/api/docs/static/index.html")).headers.location).toBe("/apps/api/docs/");
  const document = (await get("/apps/api/openapi.json")).json();
  expect(document.servers).toEqual([{ url: "/apps/api", description: expect.any(String) }]);
  expect(Object.keys(document.paths)).toContain("/v1/events/trigger");
});

test("the inbox's routes are open to pages of every origin, the others to the dashboard's alone", async () => {
  const originFor = async (url: string) => {
    const reply = await app.inject({
      method: "OPTIONS",
      url,
      headers: { origin: "https://shop.example.com", "access-control-request-method": "GET" },
    });
    return reply.headers["access-control-allow-origin"];
  };
  for (const path of ["v1/inbox/notifications", "v1/widgets/session/initialize", "socket.io/"]) {
    expect([path, await originFor(`/apps/ws/${path}`)]).toEqual([path, "*"]);
  }
  expect(await originFor("/apps/api/v1/topics")).toBe(ORIGIN);
  expect(await originFor("/apps/api/v1/topics?x=/v1/inbox")).toBe(ORIGIN);
});

test("a plain socket opens below the path of sockets", async () => {
  const { token } = await createTestSubscriber(db, scope);
  const socket = await openInboxSocket({ listeningOrigin: `${app.listeningOrigin}/apps/ws` }, token);
  await socket.joined;
  socket.close();
  await expect(openInboxSocket({ listeningOrigin: `${app.listeningOrigin}/apps/wsx` }, token)).rejects.toThrow("404");
});

test.each(["/socket.io", "/apps/ws/socket.io"])("a client of socket.io receives at %s", async (path) => {
  const { id, token } = await createTestSubscriber(db, scope);
  const options = { path, transports: ["websocket"], reconnection: false, forceNew: true, auth: { token } };
  const client = io(app.listeningOrigin, options);
  onTestFinished(() => void client.disconnect());
  const received = new Promise((resolve) => client.once("unread_count_changed", resolve));
  await vi.waitFor(() => expect(app.inboxRooms.ownerOf(id)).toBeDefined(), 5_000);
  const [messageId] = await storeMessages(db, scope, id, [{}]);
  await app.inject({
    method: "POST",
    url: "/apps/api/v1/widgets/messages/mark-as",
    headers: { authorization: `Bearer ${token}` },
    payload: { messageId, markAs: "read" },
  });
  expect(await received).toMatchObject({ unreadCount: 0 });
});

test("a provider's report is signed for the address that it was given, also where a proxy removes the context path", async () => {
  const token = "twilio-token";
  const integrationId = await addIntegration(db, scope, {
    channel: "sms",
    providerId: "twilio",
    identifier: randomUUID(),
    credentials: { accountSid: "AC1", token, from: "+1" },
  });
  const listed: { _id: string; reportUrl?: string }[] = (await get("/apps/api/v1/integrations")).json().data;
  const given = listed.find(({ _id }) => _id === integrationId)?.reportUrl ?? "";
  const path = `/v2/inbound-webhooks/delivery-providers/${environment.environmentId}/${integrationId}`;
  expect(given).toMatch(new RegExp(`^${ORIGIN}/apps/hooks/in${path}\\?token=`));
  const { search } = new URL(given);

  const report = async (target: string, signedAddress: string) => {
    const signature = createHmac("sha1", token)
      .update(`${signedAddress}MessageSidSM1MessageStatussent`)
      .digest("base64");
    const reply = await app.inject({
      method: "POST",
      url: target,
      payload: "MessageSid=SM1&MessageStatus=sent",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
    });
    return reply.statusCode;
  };
  expect(await report(`/apps/hooks/in${path}${search}&a=1`, `${given}&a=1`)).toBe(200);
  expect(await report(`/apps/api${path}`, `${ORIGIN}/apps/api${path}`)).toBe(200);
  expect(await report(path + search, given)).toBe(200);
  expect(await report(path, ORIGIN + path)).toBe(200);
  expect(await report(path, `${ORIGIN}/apps/api${path}`)).toBe(401);
  expect(await report(`/apps/hooks/in${path}`, ORIGIN + path)).toBe(401);
});

test("a sign-in through GitHub comes back below the API's path, with its cookie, and ends in the dashboard", async () => {
  const begun = await get("/apps/api/v1/auth/github/authorize");
  const address = new URL(String(begun.headers.location));
  const callback = `${ORIGIN}/apps/api/v1/auth/github/callback`;
  expect(address.searchParams.get("redirect_uri")).toBe(callback);
  const cookie = String(begun.headers["set-cookie"]);
  expect(cookie).toMatch(/; Path=\/apps\/api\/v1\/auth\/github; .*; Secure$/);
  const email = `${randomUUID()}@example.com`;
  const person = { id: Date.now(), login: "grace", emails: [{ email, primary: true, verified: true }] };
  const query = new URLSearchParams(github.agree(address.href, person));
  const ended = await get(`${new URL(callback).pathname}?${query}`, { cookie: cookie.split(";")[0] ?? "" });
  expect(ended.headers.location).toMatch(/^https:\/\/belfry\.example\.com\/apps\/web\/auth\/sign-in#token=/);
  expect(ended.headers["set-cookie"]).toMatch(/^belfry_github=; Path=\/apps\/api\/v1\/auth\/github; Max-Age=0/);
});

test("mails to members link to the dashboard", async () => {
  const { email } = await aPerson(db);
  await app.inject({ method: "POST", url: "/apps/api/v1/auth/reset/request", payload: { email } });
  const token = await api.mailedToken(email);
  expect(api.sink.mailsTo(email)[0]?.text).toMatch(
    new RegExp(`^${ORIGIN}/apps/web/(?:auth/reset/${token}|settings/profile\\?token=${token}.*)$`, "m"),
  );
});

test("a call is the same one below each path, and a reused key is explained at the API's", async () => {
  const key = randomUUID();
  const create = (path: string, name: string) =>
    app.inject({
      method: "POST",
      url: `${path}/v1/topics`,
      payload: { key: `crew-${key}`, name },
      headers: { ...headers, "idempotency-key": key },
    });
  expect((await create("/apps/api", "Crew")).statusCode).toBe(201);
  const again = await create("", "Crew");
  expect([again.statusCode, again.headers["idempotency-replay"]]).toEqual([201, "true"]);
  const other = await create("/apps/api", "Another crew");
  expect([other.statusCode, other.headers.link]).toEqual([422, `<${ORIGIN}/apps/api/docs>; rel="help"`]);
});

test("no context path hides a path of the API, of the pages or of their files", () => {
  const files = readdirSync(join(projectRoot, "dashboard/public"));
  const names = [...app.declaredRoutes.map(({ url }) => url.split("/")[1] ?? ""), ...files, "inbox", "assets"];
  const given = [...new Set(names)].filter((name) => !["", "*"].includes(name));
  expect(given).toEqual(expect.arrayContaining(["v1", "v2", "docs", "openapi.json", "socket.io", "theme.js"]));
  for (const name of given) {
    expect(() => loadConfig({ BELFRY_API_CONTEXT_PATH: name })).toThrow("BELFRY_API_CONTEXT_PATH");
  }
});
