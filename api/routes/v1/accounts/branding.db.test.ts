import { afterAll, expect, test } from "vitest";
import { LOGO_MAX_BYTES } from "#contract/constants/people.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { signedIn } from "#test/support/sign-in.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
const { app, close } = await testApp({ db });
afterAll(async () => {
  await close();
  await closeDatabase(db);
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const adminOf = async ({ userId, environmentId, organizationId }: TestEnvironment) => ({
  ...(await signedIn(db, userId, organizationId)),
  "novu-environment-id": environmentId,
});

async function upload(headers: Record<string, string>, file: unknown) {
  const reply = await app.inject({
    method: "POST",
    url: "/v1/organizations/branding/logo",
    headers,
    payload: { file },
  });
  return { status: reply.statusCode, json: () => reply.json() };
}

const get = (url: string) => app.inject({ method: "GET", url: new URL(url).pathname });

test("an uploaded logo is served to everybody as what it is, for as long as it may be kept", async () => {
  const headers = await adminOf(await createTestEnvironment(db));
  const { status, json } = await upload(headers, PNG.toString("base64"));
  expect(status).toBe(201);
  const { url } = json().data;
  expect(url).toMatch(/\/v1\/logos\/[0-9a-f-]{36}\.png$/);
  const served = await get(url);
  expect(served.statusCode).toBe(200);
  expect(served.rawPayload).toEqual(PNG);
  expect(served.headers).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const branding = await app.inject({
    method: "PUT",
    url: "/v1/organizations/branding",
    headers,
    payload: { logo: url, direction: "rtl" },
  });
  expect(branding.json().data).toEqual({ logo: url, direction: "rtl" });
  const log = await app.inject({ method: "GET", url: "/v1/audit-logs?action=organization.logo_uploaded", headers });
  expect(log.json().data[0].changes).toMatchObject({ type: { after: "image/png" }, bytes: { after: PNG.length } });
});

test("what is no PNG or JPEG is refused, and so is what is too large, or not base64", async () => {
  const headers = await adminOf(await createTestEnvironment(db));
  const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>").toString("base64");
  const large = Buffer.concat([PNG, Buffer.alloc(LOGO_MAX_BYTES)]).toString("base64");
  for (const file of [svg, large, "", "\0", "no base64!", 1, null, "a".repeat(1_000_000)]) {
    const { status, json } = await upload(headers, file);
    expect(status).toBe(400);
    expect(json().message.join()).toContain("file");
  }
});

test("only the newest logos of an organisation are kept", async () => {
  const headers = await adminOf(await createTestEnvironment(db));
  const urls: string[] = [];
  for (let count = 0; count < 21; count++) {
    const { json } = await upload(headers, Buffer.concat([PNG, Buffer.from([count])]).toString("base64"));
    urls.push(json().data.url);
  }
  const statuses = await Promise.all(
    [urls[0], urls[1], urls[20]].map(async (url) => (await get(url ?? "")).statusCode),
  );
  expect(statuses).toEqual([404, 200, 200]);
  for (const file of ["no", "x.png", `${"0".repeat(36)}.png`, "%00.png"])
    expect((await app.inject({ method: "GET", url: `/v1/logos/${file}` })).statusCode).toBe(404);
});

test("a branding is shown before it is saved, on the preferences page and in a mail", async () => {
  const headers = await adminOf(await createTestEnvironment(db));
  const reply = await app.inject({
    method: "POST",
    url: "/v1/organizations/branding/preview",
    headers,
    payload: { color: "#b00020", logo: "https://example.com/logo.png" },
  });
  expect(reply.statusCode).toBe(200);
  const { mail, preferencesPage } = reply.json().data;
  for (const html of [mail, preferencesPage]) {
    expect(html).toContain("https://example.com/logo.png");
    expect(html.toLowerCase()).toContain("#b00020");
  }
  const refused = await app.inject({
    method: "POST",
    url: "/v1/organizations/branding/preview",
    headers,
    payload: { color: "red;}" },
  });
  expect(refused.statusCode).toBe(400);
});
