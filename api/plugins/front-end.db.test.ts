import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { testApp, testConfig } from "#test/support/environment.ts";

const folder = mkdtempSync(join(tmpdir(), "belfry-front-end-"));
const assets = { dashboard: join(folder, "dashboard"), inbox: join(folder, "inbox") };
for (const [file, content] of [
  ["dashboard/index.html", "<title>Belfry</title>"],
  ["dashboard/assets/index-Bx1.js", "dashboard()"],
  ["dashboard/.sources", "digest"],
  ["inbox/demo.html", "<title>Demo</title>"],
  ["inbox/assets/demo-Cx2.js", "demo()"],
  ["inbox/embed.js", "embed()"],
] as const) {
  mkdirSync(join(folder, file, ".."), { recursive: true });
  writeFileSync(join(folder, file), content);
}
writeFileSync(join(folder, "secret.txt"), "secret");
writeFileSync(join(assets.dashboard, "assets/index-Bx1.js.gz"), gzipSync("dashboard()"));

/** The names of context paths, in files that are sent with the paths themselves. */
const named = {
  dashboard: join(folder, "named/dashboard"),
  inbox: join(folder, "named/inbox"),
};
for (const [file, content] of [
  [
    "dashboard/index.html",
    '<script src="__BELFRY_WEB_PATH__/main.js"></script><meta content="__BELFRY_API_PATH__">__BELFRY_GITHUB_SIGN_IN__ __BELFRY_REGISTRATION__',
  ],
  ["dashboard/assets/main.js", "__BELFRY_API_PATH__"],
  ["inbox/demo.html", '<meta content="__BELFRY_API_PATH__">'],
  ["inbox/embed.js", "'__BELFRY_API_PATH__';'__BELFRY_WEBSOCKET_PATH__';`a__BELFRY_API_PATH__`"],
] as const) {
  mkdirSync(join(folder, "named", file, ".."), { recursive: true });
  writeFileSync(join(folder, "named", file), content);
}
const contextPaths = {
  ...testConfig.contextPaths,
  web: "/apps/web",
  api: "/apps/api",
  widget: "/bell",
  websocket: "/ws",
};

const server = await testApp({ assets });
const { db } = server;
const github = { clientId: "client", clientSecret: "secret" };
const below = await testApp({
  db,
  assets: named,
  config: { ...testConfig, contextPaths, github, registration: "invited" },
});
const atRoot = await testApp({ db, assets: named });
afterAll(async () => {
  await Promise.all([below.close(), atRoot.close()]);
  await server.close();
  rmSync(folder, { recursive: true });
});

const html = { accept: "text/html,application/xhtml+xml" };
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test.each(["/", "/activity/runs/1", "/workflows?page=2", "/invoices", "/v"])(
  "a person who opens %s gets the dashboard, asked for afresh each time",
  async (url) => {
    const reply = await get(url, html);
    expect([reply.statusCode, reply.body]).toEqual([200, "<title>Belfry</title>"]);
    expect(reply.headers["cache-control"]).toBe("no-cache");
    expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(reply.headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "SAMEORIGIN" });
  },
);

test("files with a hash in their name are kept for good", async () => {
  const reply = await get("/assets/index-Bx1.js");
  expect([reply.statusCode, reply.body]).toEqual([200, "dashboard()"]);
  expect(reply.headers["cache-control"]).toContain("immutable");
  expect(reply.headers["content-type"]).toMatch(/javascript/);
});

test.each([
  ["/v1/nowhere", html],
  ["/inbox/nowhere.html", html],
  ["/assets/gone.js", {}],
  ["/assets/index-Bx1.js.gz", {}],
  ["/.sources", {}],
  ["/..%2fsecret.txt", {}],
  ["/%2e%2e/secret.txt", {}],
])("%s is not found", async (url, headers) => {
  const reply = await get(url, headers);
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
});

test("the document and its page keep their addresses", async () => {
  expect((await get("/openapi.json", html)).json().openapi).toBe("3.1.0");
  expect((await get("/docs", html)).headers["content-type"]).toMatch(/html/);
});

test("the demo page stands under an address that ends in a slash, because what it loads is beside it", async () => {
  const reply = await get("/inbox?subscriberId=ada");
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "inbox/?subscriberId=ada"]);
  expect((await get("/inbox")).headers.location).toBe("inbox/");
  expect((await get("/inbox/?subscriberId=ada")).body).toBe("<title>Demo</title>");
  expect((await get("/inbox/assets/demo-Cx2.js")).body).toBe("demo()");
});

test("customers' pages may load the inbox script from anywhere", async () => {
  const reply = await get("/inbox/embed.js", { origin: "https://shop.example.com" });
  expect([reply.statusCode, reply.body]).toEqual([200, "embed()"]);
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
  expect(reply.headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

test.each(["/", "/activity", "/inbox/", "/inbox/embed.js", "/assets/index-Bx1.js"])(
  "what has not changed at %s is not sent again",
  async (url) => {
    const { etag } = (await get(url, html)).headers;
    for (const known of [`${etag}`, `"other", ${etag}`, `W/${String(etag).replace(/^W\//, "")}`]) {
      const reply = await get(url, { ...html, "if-none-match": known });
      expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([304, "", etag]);
    }
    expect((await get(url, { ...html, "if-none-match": '"other"' })).statusCode).toBe(200);
  },
);

test.each([
  ["/activity", "<title>Belfry</title>"],
  ["/inbox/", "<title>Demo</title>"],
  ["/inbox/embed.js", "embed()"],
  ["/assets/index-Bx1.js", "dashboard()"],
])("%s is sent compressed to those who take it", async (url, content) => {
  const type = (await get(url, html)).headers["content-type"];
  for (const encodings of ["gzip", "gzip, deflate, br, zstd", "br;q=1, GZIP;q=0.5"]) {
    const { headers, rawPayload } = await get(url, { ...html, "accept-encoding": encodings });
    expect(headers).toMatchObject({ "content-encoding": "gzip", "content-type": type });
    expect(headers.vary).toBe("Origin, Accept-Encoding");
    expect(String(gunzipSync(rawPayload))).toBe(content);
  }
  for (const encodings of ["", "identity", "deflate", "gzip;q=0"]) {
    const { headers, body } = await get(url, { ...html, "accept-encoding": encodings });
    expect([encodings, headers["content-encoding"], body]).toEqual([encodings, undefined, content]);
    expect(headers.vary).toBe("Origin, Accept-Encoding");
  }
});

test("a file without a compressed one is sent as it is", async () => {
  const { headers, body } = await get("/inbox/assets/demo-Cx2.js", { "accept-encoding": "gzip, br" });
  expect([headers["content-encoding"], body]).toEqual([undefined, "demo()"]);
});

test("one build serves every context path, with and without GitHub and open registration: pages and script are sent with the settings, other files as they are", async () => {
  const bodyAt = async (url: string, app = below.app) => (await app.inject({ url, headers: html })).body;
  const index = '<script src="/apps/web/main.js"></script><meta content="/apps/api">on invited';
  for (const url of ["/apps/web", "/apps/web/", "/apps/web/activity/runs/1", "/apps/web/index.html", "/activity"]) {
    expect([url, await bodyAt(url)]).toEqual([url, index]);
  }
  expect(await bodyAt("/apps/web/assets/main.js")).toBe("__BELFRY_API_PATH__");
  for (const url of ["/bell/inbox/", "/bell/inbox/demo.html", "/inbox/"]) {
    expect([url, await bodyAt(url)]).toEqual([url, '<meta content="/apps/api">']);
  }
  expect(await bodyAt("/bell/inbox/embed.js")).toBe("'/apps/api';'/ws';`a/apps/api`");
  expect(await bodyAt("/", atRoot.app)).toBe('<script src="/main.js"></script><meta content="">off open');
  expect(await bodyAt("/inbox/embed.js", atRoot.app)).toBe("'';'';`a`");
});

test("pages below a context path have their policy, and know what they do not answer", async () => {
  const page = await below.app.inject({ url: "/apps/web/workflows", headers: html });
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';.* base-uri 'none';/);
  const redirect = await below.app.inject({ url: "/bell/inbox?subscriberId=ada" });
  expect(new URL(String(redirect.headers.location), "http://localhost/bell/inbox?subscriberId=ada").href).toBe(
    "http://localhost/bell/inbox/?subscriberId=ada",
  );
  for (const url of ["/apps/api/v1/nowhere", "/apps/web/v1/nowhere", "/bell/inbox/nowhere.html"]) {
    expect((await below.app.inject({ url, headers: html })).json()).toMatchObject({ statusCode: 404, path: url });
  }
});

test("a build that changes is served as it is now in development, and as it was at the start in production", async () => {
  const changing = { dashboard: join(folder, "changing/dashboard"), inbox: join(folder, "named/inbox") };
  mkdirSync(join(changing.dashboard, "assets"), { recursive: true });
  writeFileSync(join(changing.dashboard, "index.html"), "before");
  const [development, production] = await Promise.all([
    testApp({ db, assets: changing }),
    testApp({ db, assets: changing, config: { ...testConfig, mode: "production" } }),
  ]);
  onTestFinished(async () => {
    await Promise.all([development.close(), production.close()]);
  });
  writeFileSync(join(changing.dashboard, "index.html"), "after");
  writeFileSync(join(changing.dashboard, "assets/new.js"), "new()");
  const answers = async ({ app }: typeof development) => {
    const [page, script] = await Promise.all([app.inject({ url: "/", headers: html }), app.inject("/assets/new.js")]);
    return [page.body, script.statusCode];
  };
  expect(await answers(development)).toEqual(["after", 200]);
  expect(await answers(production)).toEqual(["before", 404]);
});
