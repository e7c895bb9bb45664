import { afterAll, expect, test } from "vitest";
import { testApp, testConfig } from "#test/support/environment.ts";

const server = await testApp();
const secure = await testApp({ db: server.db, config: { ...testConfig, publicUrl: "https://belfry.example.com" } });
afterAll(async () => {
  await secure.close();
  await server.close();
});

test.each(["/v1/health-check", "/v1/topics", "/v1/nowhere", "/openapi.json"])(
  "an answer of %s is nothing but data to a browser",
  async (url) => {
    const { headers } = await server.app.inject({ url });
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
  },
);

test("browsers are told to stay with TLS only where Belfry is reached by it", async () => {
  const { headers } = await secure.app.inject({ url: "/v1/topics" });
  expect(headers["strict-transport-security"]).toBe("max-age=15552000");
});

test("the page at /docs may load its own files and call this API, and nothing else", async () => {
  const { headers } = await server.app.inject({ url: "/docs" });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(headers["content-security-policy"]).toContain("connect-src 'self'");
});
