import { afterAll, beforeAll, expect, test } from "vitest";
import type { MemberRole } from "#contract/constants/statuses.ts";
import { ensureUser } from "#db/queries/users/users.ts";
import { members } from "#db/schema/accounts/members.ts";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

let api: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

async function get(url: string, headers: Record<string, string>) {
  const reply = await api.app.inject({ method: "GET", url: `/v1${url}`, headers });
  return { status: reply.statusCode, body: reply.json() };
}

const bearer = ({ organizationId }: TestEnvironment, userId: string) => signedIn(api.db, userId, organizationId);

async function join({ organizationId }: TestEnvironment, firstName: string, role: MemberRole) {
  const email = `${firstName}-${organizationId}@example.com`;
  const user = await ensureUser(api.db, { firstName, lastName: null, email, passwordHash: null });
  await api.db.insert(members).values({ organizationId, userId: user.id, roles: [role], status: "active" });
  return user;
}

test("a person is known by their token and by the key that they own", async () => {
  const environment = await createTestEnvironment(api.db);
  const { userId, email } = environment;
  for (const headers of [environment.organizationHeaders, await bearer(environment, userId)]) {
    const { status, body } = await get("/users/me", headers);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ _id: userId, id: userId, firstName: "Ada", email, hasPassword: false });
    expect(body.data).not.toHaveProperty("passwordHash");
  }
});

test("the organisation is the key's or the token's, and the list holds it", async () => {
  const environment = await createTestEnvironment(api.db);
  const { userId, organizationId } = environment;
  for (const headers of [environment.organizationHeaders, await bearer(environment, userId)]) {
    const { body } = await get("/organizations/me", headers);
    expect(body.data).toMatchObject({ _id: organizationId, id: organizationId, apiServiceLevel: "free" });
    expect((await get("/organizations", headers)).body.data).toEqual([{ ...body.data, waitingPublications: 0 }]);
  }
});

test("administrators and keys see all members with their addresses", async () => {
  const environment = await createTestEnvironment(api.db);
  const grace = await join(environment, "Grace", "member");
  const { organizationId } = environment;
  await api.db.insert(members).values({ organizationId, roles: ["admin"], status: "invited" });
  for (const headers of [environment.organizationHeaders, await bearer(environment, environment.userId)]) {
    const { body } = await get("/organizations/members", headers);
    expect(body.data).toMatchObject([
      { _userId: environment.userId, roles: ["admin"], memberStatus: "active", user: { email: environment.email } },
      { _userId: grace.id, roles: ["member"], user: { firstName: "Grace", email: grace.email } },
      { _userId: null, memberStatus: "invited" },
    ]);
  }
});

test("a plain member sees neither invited people nor addresses", async () => {
  const environment = await createTestEnvironment(api.db);
  const grace = await join(environment, "Grace", "member");
  const { organizationId } = environment;
  await api.db.insert(members).values({ organizationId, roles: ["admin"], status: "invited" });
  const { body } = await get("/organizations/members", await bearer(environment, grace.id));
  expect(body.data).toMatchObject([
    { user: { firstName: "Ada", email: "" } },
    { user: { firstName: "Grace", email: "" } },
  ]);
});

test("a token of somebody who is no member is refused", async () => {
  const environment = await createTestEnvironment(api.db);
  const stranger = await createTestEnvironment(api.db);
  const { status } = await get("/organizations/me", await bearer(environment, stranger.userId));
  expect(status).toBe(401);
});

test("an admin sees the ends of the keys of all environments, a key of an environment only its own environment", async () => {
  const environment = await createTestEnvironment(api.db);
  const { organizationId, userId, environmentId, apiKey, productionApiKey } = environment;
  const seenBy = async (headers: Record<string, string>) =>
    (await get("/environments", headers)).body.data.map(
      ({ name, apiKeys }: { name: string; apiKeys: { key: string }[] }) => [name, apiKeys.map(({ key }) => key)],
    );
  const endOf = (key: string) => `nvsk.${key.slice(-4)}`;
  const development = ["Development", [endOf(apiKey)]];
  const production = ["Production", [endOf(productionApiKey)]];
  expect(await seenBy(await bearer(environment, userId))).toEqual([development, production]);
  expect(await seenBy(environment.organizationHeaders)).toEqual([development, production]);
  expect(await seenBy(environment.headers)).toEqual([development]);
  expect(await seenBy({ authorization: `ApiKey ${productionApiKey}` })).toEqual([production]);
  const { headers } = await aMember(api.db, organizationId, "member");
  expect(await seenBy({ ...headers, "novu-environment-id": environmentId })).toEqual([
    ["Development", []],
    ["Production", []],
  ]);
});

test("the environment of a key is told without its keys, which have a call of their own", async () => {
  const { headers, environmentId, organizationId, applicationIdentifier, apiKey, userId } = await createTestEnvironment(
    api.db,
  );
  const { body } = await get("/environments/me", headers);
  expect(body.data).toMatchObject({
    _id: environmentId,
    _organizationId: organizationId,
    name: "Development",
    identifier: applicationIdentifier,
  });
  expect(body.data).not.toHaveProperty("apiKeys");
  expect((await get("/environments/api-keys", headers)).body).toMatchObject({
    data: [{ key: `nvsk.${apiKey.slice(-4)}`, _userId: userId }],
  });
});

test("a member names the environment in a header: none is 400, another organisation's is 401", async () => {
  const environment = await createTestEnvironment(api.db);
  const stranger = await createTestEnvironment(api.db);
  const headers = await bearer(environment, environment.userId);
  const read = (id: string) => get("/environments/me", { ...headers, "Novu-Environment-Id": id });
  expect(await get("/environments/me", headers)).toMatchObject({
    status: 400,
    body: { message: ["environmentId should not be empty"] },
  });
  expect((await read(environment.productionEnvironmentId)).body.data.name).toBe("Production");
  expect((await read(stranger.environmentId)).status).toBe(401);
});

const send = async (
  method: "POST" | "PATCH" | "PUT",
  url: string,
  headers: Record<string, string>,
  payload: object,
) => {
  const reply = await api.app.inject({ method, url: `/v1${url}`, headers, payload });
  return { status: reply.statusCode, body: reply.json() };
};

test("a person or a key creates an organisation, in which the person is the only member and an admin", async () => {
  const environment = await createTestEnvironment(api.db);
  for (const headers of [await bearer(environment, environment.userId), environment.organizationHeaders]) {
    const { status, body } = await send("POST", "/organizations", headers, {
      name: " Difference Engines ",
      logo: "https://example.com/logo.svg",
      domain: "example.com",
      language: ["en", "fr"],
      jobTitle: "architect",
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: "Difference Engines",
      logo: "https://example.com/logo.svg",
      domain: "example.com",
      language: ["en", "fr"],
      apiServiceLevel: "free",
    });
    const there = await signedIn(api.db, environment.userId, body.data._id);
    expect((await get("/organizations/members", there)).body.data).toMatchObject([
      { _userId: environment.userId, roles: ["admin"] },
    ]);
    expect((await get("/users/me", there)).body.data).toMatchObject({ jobTitle: "architect" });
  }
  expect((await get("/organizations", environment.organizationHeaders)).body.data).toHaveLength(3);
});

test.each([
  ["without a name", {}],
  ["with a name of blanks", { name: "  " }],
  ["with a job title that there is not", { name: "Acme", jobTitle: "king" }],
  ["with a logo that is no picture", { name: "Acme", logo: "https://example.com/logo.zip" }],
])("an organisation %s is not created", async (_, payload) => {
  const { organizationHeaders: headers } = await createTestEnvironment(api.db);
  expect((await send("POST", "/organizations", headers, payload)).status).toBe(400);
  expect((await get("/organizations", headers)).body.data).toHaveLength(1);
});

test("admins and keys rename the organisation, plain members do not", async () => {
  const environment = await createTestEnvironment(api.db);
  const rename = (headers: Record<string, string>, name: string) => send("PATCH", "/organizations", headers, { name });
  for (const [name, headers] of [
    ["By a key", environment.organizationHeaders],
    ["By an admin", await bearer(environment, environment.userId)],
  ] as const) {
    expect(await rename(headers, name)).toEqual({ status: 200, body: { data: { name } } });
    expect((await get("/organizations/me", headers)).body.data).toMatchObject({ name });
  }
  const grace = await join(environment, "Grace", "member");
  expect((await rename(await bearer(environment, grace.id), "By a member")).status).toBe(403);
  expect((await rename(environment.organizationHeaders, "")).status).toBe(400);
});

test("the default locale is set, kept by a call that does not name it, and taken away by null", async () => {
  const { organizationHeaders: headers } = await createTestEnvironment(api.db);
  const change = (payload: object) => send("PATCH", "/organizations", headers, { name: "Engines", ...payload });
  const current = async () => (await get("/organizations/me", headers)).body.data.defaultLocale;
  expect(await change({ defaultLocale: "de_at" })).toEqual({
    status: 200,
    body: { data: { name: "Engines", defaultLocale: "de_at" } },
  });
  expect(await current()).toBe("de-AT");
  await change({});
  expect(await current()).toBe("de-AT");
  await change({ defaultLocale: null });
  expect(await current()).toBeUndefined();
  for (const defaultLocale of ["german", "de-a1", ""]) {
    const refused = await change({ defaultLocale });
    expect([refused.status, [refused.body.message].flat()]).toEqual([
      400,
      ["defaultLocale must be a locale such as en or pt-BR"],
    ]);
  }
});

test("a branding takes the place of the whole one before", async () => {
  const { organizationHeaders: headers } = await createTestEnvironment(api.db);
  const brand = (payload: object) => send("PUT", "/organizations/branding", headers, payload);
  const first = {
    logo: "https://example.com/l.png",
    color: "#0a7cff",
    fontColor: "#fff",
    fontFamily: "Inter, 'Open Sans'",
  };
  expect(await brand(first)).toEqual({ status: 200, body: { data: first } });
  expect((await get("/organizations/me", headers)).body.data.branding).toEqual(first);
  const second = { contentBackground: "#EFEFEF80" };
  expect(await brand(second)).toEqual({ status: 200, body: { data: second } });
  expect((await get("/organizations/me", headers)).body.data.branding).toEqual(second);
});

test("a branding has the five kinds of pictures, hexadecimal colours and names of fonts, and nothing else", async () => {
  const { organizationHeaders: headers } = await createTestEnvironment(api.db);
  const brand = async (payload: object) => (await send("PUT", "/organizations/branding", headers, payload)).status;
  for (const ending of ["jpg", "jpeg", "png", "gif", "svg"]) {
    expect([ending, await brand({ logo: `https://example.com/logo.${ending}` })]).toEqual([ending, 200]);
  }
  for (const wrong of [
    { logo: "https://example.com/logo.exe" },
    { logo: "https://example.com/logo.zip" },
    { logo: "example.com/logo.png" },
    { logo: "javascript:alert(1)//logo.png" },
    { color: "red" },
    { fontColor: "#12" },
    { contentBackground: "#fff;background:url(https://evil.example)" },
    { fontFamily: "Inter; } body { display: none" },
    { fontFamily: "</style><script>" },
  ]) {
    expect([wrong, await brand(wrong)]).toEqual([wrong, 400]);
  }
  const grace = await createTestEnvironment(api.db);
  const member = await join(grace, "Grace", "member");
  const { status } = await send("PUT", "/organizations/branding", await bearer(grace, member.id), { color: "#fff" });
  expect(status).toBe(403);
});

test("in production a logo needs https", async () => {
  const production = await testApp({ db: api.db, config: { ...testConfig, mode: "production" } });
  const { organizationHeaders: headers } = await createTestEnvironment(api.db);
  const put = async (logo: string) => {
    const call = { method: "PUT", url: "/v1/organizations/branding", headers, payload: { logo } } as const;
    return (await production.app.inject(call)).statusCode;
  };
  expect([await put("http://example.com/l.png"), await put("https://example.com/l.png")]).toEqual([400, 200]);
  await production.close();
});
