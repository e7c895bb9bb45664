import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testApp } from "#test/support/environment.ts";

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

const server = await testApp({ assets });
afterAll(async () => {
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
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "/inbox/?subscriberId=ada"]);
  expect((await get("/inbox/?subscriberId=ada")).body).toBe("<title>Demo</title>");
  expect((await get("/inbox/assets/demo-Cx2.js")).body).toBe("demo()");
});

test("customers' pages may load the inbox script from anywhere", async () => {
  const reply = await get("/inbox/embed.js", { origin: "https://shop.example.com" });
  expect([reply.statusCode, reply.body]).toEqual([200, "embed()"]);
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
  expect(reply.headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

test("a file that has not changed is not sent again", async () => {
  const { etag } = (await get("/inbox/embed.js")).headers;
  expect((await get("/inbox/embed.js", { "if-none-match": String(etag) })).statusCode).toBe(304);
});
