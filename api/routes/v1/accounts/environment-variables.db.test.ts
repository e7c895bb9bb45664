import { beforeEach, expect, test } from "vitest";
import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { VARIABLES_MAX } from "#contract/constants/templates/environment-variables.ts";
import { environmentVariables, environmentVariableValues } from "#db/schema/accounts/environment-variables.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aMember } from "#test/support/sign-in.ts";

// Variables belong to the organisation, have a value for each environment, and show no secret.

const api = await testApp();

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(api.db);
});

type Headers = Record<string, string>;
async function call(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path = "",
  payload?: object,
  headers: Headers = environment.organizationHeaders,
) {
  const url = `/v1/environment-variables${path}`;
  const reply = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}
async function create(variable: object, headers?: Headers): Promise<EnvironmentVariable> {
  const { status, body } = await call("POST", "", variable, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const inDevelopment = (value: string | null) => ({ _environmentId: environment.environmentId, value });
const inProduction = (value: string | null) => ({ _environmentId: environment.productionEnvironmentId, value });
const valuesOf = ({ values }: EnvironmentVariable) => values.map(({ value }) => value);
async function adminHeaders(role: "admin" | "member" | "viewer" = "admin"): Promise<Headers> {
  const { headers } = await aMember(api.db, environment.organizationId, role);
  return { ...headers, "novu-environment-id": environment.environmentId };
}
const storedValues = () => api.db.select().from(environmentVariableValues);
const auditText = async () =>
  (
    await api.app.inject({
      method: "GET",
      url: "/v1/audit-logs",
      headers: { ...(await adminHeaders()) },
    })
  ).body;

test("a variable has a value for each environment, and those that are not named stay", async () => {
  const created = await create({ key: "shopUrl", values: [inDevelopment("http://dev"), inProduction("https://prod")] });
  expect(created).toMatchObject({ key: "shopUrl", type: "string", isSecret: false, usedBy: 0 });
  expect(valuesOf(created)).toEqual(["http://dev", "https://prod"]);
  const { body } = await call("PATCH", "/shopUrl", { values: [inDevelopment("")] });
  expect(valuesOf(body.data)).toEqual(["", "https://prod"]);
  const removed = await call("PATCH", "/shopUrl", { values: [inDevelopment(null)] });
  expect(valuesOf(removed.body.data)).toEqual(["https://prod"]);
  expect((await call("PATCH", "/shopUrl", { key: "storeUrl" })).body.data.key).toBe("storeUrl");
  expect((await call("GET", "/shopUrl")).status).toBe(404);
  expect((await call("GET", "?search=STORE")).body.data).toHaveLength(1);
  expect((await call("GET", "?search=%25")).body.data).toEqual([]);
  expect((await call("DELETE", "/storeUrl")).status).toBe(204);
  expect((await call("GET")).body.data).toEqual([]);
});

test("a secret is stored encrypted and never shown, and comes back as it was shown without a change", async () => {
  const secret = "a-long-secret-1234";
  const { values } = await create({ key: "token", isSecret: true, values: [inDevelopment(secret), inProduction("x")] });
  expect(values.map(({ value }) => value)).toEqual(["••••1234", "••••"]);
  const rows = (await storedValues()).filter(({ organizationId }) => organizationId === environment.organizationId);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const again = await call("PATCH", "/token", { values: [inDevelopment("••••1234")] });
  expect(again.body.data.values).toEqual(values);
  const masked = await call("PATCH", "/token", { values: [inDevelopment("••••9999")] });
  expect(masked).toMatchObject({ status: 400, body: { message: expect.stringContaining("values.0.value") } });
  const plain = await call("PATCH", "/token", { isSecret: false });
  expect(plain).toMatchObject({ status: 400, body: { message: expect.stringContaining("isSecret") } });
  await create({ key: "plain", values: [inDevelopment("visible-before-12")] });
  expect(valuesOf((await call("PATCH", "/plain", { isSecret: true })).body.data)).toEqual(["••••e-12"]);
  expect(JSON.stringify(await storedValues())).not.toContain("visible-before-12");
  const audit = await auditText();
  expect(audit).toContain("environment_variable.created");
  expect(audit).toContain("environment_variable.updated");
  expect(audit).not.toContain(secret);
  expect(audit).not.toContain("visible-before-12");
});

test("the key of an environment reaches the values of its own environment alone", async () => {
  await create({ key: "shopUrl", values: [inDevelopment("http://dev"), inProduction("https://prod")] });
  const own = environment.headers;
  expect(valuesOf((await call("GET", "/shopUrl", undefined, own)).body.data)).toEqual(["http://dev"]);
  const set = await call("PATCH", "/shopUrl", { values: [inDevelopment("http://new")] }, own);
  expect(valuesOf(set.body.data)).toEqual(["http://new"]);
  for (const refused of [{ values: [inProduction("https://evil")] }, { key: "other" }, { isSecret: true }]) {
    expect((await call("PATCH", "/shopUrl", refused, own)).status).toBe(403);
  }
  expect((await call("DELETE", "/shopUrl", undefined, own)).status).toBe(403);
  expect((await call("POST", "", { key: "mine", values: [inProduction("x")] }, own)).status).toBe(403);
  expect(valuesOf((await call("GET", "/shopUrl")).body.data)).toEqual(["http://new", "https://prod"]);
});

test("admins change variables, everybody in the organisation reads them, and nobody of another one", async () => {
  await create({ key: "shopUrl", values: [inDevelopment("http://dev")] });
  for (const role of ["member", "viewer"] as const) {
    const headers = await adminHeaders(role);
    expect((await call("GET", "", undefined, headers)).body.data).toHaveLength(1);
    expect((await call("PATCH", "/shopUrl", { key: "x" }, headers)).status).toBe(403);
    expect((await call("DELETE", "/shopUrl", undefined, headers)).status).toBe(403);
  }
  const admin = await adminHeaders();
  const { body } = await call("PATCH", "/shopUrl", { values: [inProduction("https://prod")] }, admin);
  expect(body.data.values[1]).toMatchObject({ set: { by: "member" } });
  expect(body.data.values[0]).toMatchObject({ set: { by: "key" } });
  const stranger = await createTestEnvironment(api.db);
  const headers = stranger.organizationHeaders;
  expect((await call("GET", "/shopUrl", undefined, headers)).status).toBe(404);
  expect((await call("DELETE", "/shopUrl", undefined, headers)).status).toBe(404);
  expect((await call("POST", "", { key: "a", values: [inDevelopment("x")] }, headers)).status).toBe(400);
  expect((await create({ key: "shopUrl" }, headers)).key).toBe("shopUrl");
});

test("what is no key or no value is refused by name", async () => {
  for (const key of ["__proto__", "1st", "a-b", "a.b", "", "ü", "a".repeat(65), "a\0", 5, null]) {
    const { status, body } = await call("POST", "", { key });
    expect({ key, status }).toEqual({ key, status: 400 });
    expect(String(body.message)).toContain("key");
  }
  for (const value of ["a\0b", "\ud800", "x".repeat(4_097), "nvsk.abc", 7, {}]) {
    const { status, body } = await call("POST", "", { key: "k", values: [{ ...inDevelopment(""), value }] });
    expect(status).toBe(400);
    expect(String(body.message)).toContain("values.0.value");
  }
  expect((await call("POST", "", { key: "k", values: [inDevelopment("a"), inDevelopment("b")] })).status).toBe(400);
  for (const key of ["constructor", "toString", "hasOwnProperty"]) await create({ key });
  expect((await call("POST", "", { key: "toString" })).status).toBe(409);
  await create({ key: "other" });
  expect((await call("PATCH", "/other", { key: "toString" })).status).toBe(409);
  for (const path of ["/__proto__", "/none"]) expect((await call("GET", path)).status).toBe(404);
});

test("two who set values of different environments at once keep each other's", async () => {
  await create({ key: "shopUrl" });
  const sets = [inDevelopment("http://dev"), inProduction("https://prod")];
  await Promise.all(sets.map((value) => call("PATCH", "/shopUrl", { values: [value] })));
  expect(valuesOf((await call("GET", "/shopUrl")).body.data)).toEqual(["http://dev", "https://prod"]);
  const twins = await Promise.all([
    create({ key: "a" }),
    call("POST", "", { key: "b" }),
    call("POST", "", { key: "b" }),
  ]);
  expect([twins[1].status, twins[2].status].sort()).toEqual([200, 409]);
});

test("an organisation has 1,000 variables at most, and its list has them all", async () => {
  const { organizationId, environmentId } = environment;
  const rows = Array.from({ length: VARIABLES_MAX }, (_, index) => ({
    organizationId,
    key: `v${index}`,
    isSecret: true,
  }));
  const stored = await api.db.insert(environmentVariables).values(rows).returning({ id: environmentVariables.id });
  const value = { organizationId, environmentId, value: "abc", setAt: new Date(), setBy: null };
  await api.db.insert(environmentVariableValues).values(stored.map(({ id }) => ({ variableId: id, ...value })));
  expect((await call("GET")).body.data).toHaveLength(VARIABLES_MAX);
  expect(await call("POST", "", { key: "another" })).toMatchObject({ status: 409 });
});

test("the record of a call has no value in clear", async () => {
  await create({ key: "token", isSecret: true, values: [inDevelopment("recorded-s3cret")] });
  await call("PATCH", "/token", { values: [inDevelopment("another-s3cret")] });
  expect((await call("PATCH", "/token", { values: [inDevelopment("••••other-s3cret")] })).status).toBe(400);
  await api.app.requestLog.flush();
  const rows = await api.db
    .$client`select body, answer from api_requests where environment_id = ${environment.environmentId}`;
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain("recorded-");
  expect(JSON.stringify(rows)).not.toContain("another-");
  expect(JSON.stringify(rows)).not.toContain("other-s3cret");
});
