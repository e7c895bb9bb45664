import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { findUserByEmail } from "#db/queries/users/users.ts";
import { testConfig } from "#test/support/environment.ts";
import { bearer, PASSWORD, peopleApi } from "#test/support/people-api.ts";
import { verifyUserToken } from "../../tokens.ts";

const api = await peopleApi();
const closed = await peopleApi({ db: api.db, config: { ...testConfig, registration: "invited" } });
afterAll(async () => {
  await closed.close();
  await api.close();
});

const newEmail = () => `${randomUUID()}@example.com`;
const register = (body: object, at = api) => at.call("POST", "/auth/register", { body });

test("whoever registers with an organisation is its admin, with two environments and a key in each", async () => {
  const email = newEmail();
  const { status, body, headers } = await register({
    email: email.toUpperCase(),
    password: PASSWORD,
    firstName: " Ada ",
    lastName: "Lovelace",
    organizationName: "Analytical Engines",
    domain: "example.com",
    jobTitle: "engineer",
    origin: "web",
    productUseCases: { digest: true },
  });
  expect(status).toBe(201);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body.data.user).toMatchObject({ email, firstName: "Ada", lastName: "Lovelace", jobTitle: "engineer" });
  expect(JSON.stringify(body.data.user)).not.toMatch(/argon2|passwordHash/);
  const auth = { headers: bearer(body.data.token) };
  expect((await api.call("GET", "/organizations/me", auth)).body.data).toMatchObject({
    name: "Analytical Engines",
    domain: "example.com",
    apiServiceLevel: "free",
    productUseCases: { digest: true },
  });
  expect((await api.call("GET", "/organizations/members", auth)).body.data).toMatchObject([
    { roles: ["admin"], memberStatus: "active", user: { email } },
  ]);
  const environments = (await api.call("GET", "/environments", auth)).body.data;
  expect(environments.map(({ name, apiKeys }: { name: string; apiKeys: object[] }) => [name, apiKeys.length])).toEqual([
    ["Development", 1],
    ["Production", 1],
  ]);
});

test("without an organisation the token names none, and the person can create one", async () => {
  const { body } = await register({ email: newEmail(), password: PASSWORD, firstName: "Ada" });
  const headers = bearer(body.data.token);
  expect(await verifyUserToken(body.data.token, testConfig.secret)).toMatchObject({ organizationId: null, roles: [] });
  expect((await api.call("GET", "/organizations/me", { headers })).status).toBe(401);
  expect((await api.call("GET", "/organizations", { headers })).body).toEqual({ data: [] });
  const created = await api.call("POST", "/organizations", { headers, body: { name: "Later", jobTitle: "other" } });
  expect(created).toMatchObject({ status: 201, body: { data: { name: "Later" } } });
  expect((await api.call("GET", "/users/me", { headers })).body.data).toMatchObject({ jobTitle: "other" });
});

test("a password is stored by Argon2id, and every spelling of a mailbox is the same account", async () => {
  const name = randomUUID().replaceAll("-", "");
  await register({ email: `${name}+x@gmail.com`, password: PASSWORD, firstName: "Ada" });
  const user = await findUserByEmail(api.db, `${name}@gmail.com`);
  expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
  const again = await register({
    email: `${name.slice(0, 5)}.${name.slice(5)}@googlemail.com`,
    password: PASSWORD,
    firstName: "Eve",
  });
  expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining("account already") } });
});

test("missing fields are named, and a weak password is answered with the policy", async () => {
  const { status, body } = await register({});
  expect(status).toBe(400);
  expect(body.message).toEqual([
    "email must be an email",
    expect.stringContaining("password"),
    expect.stringContaining("password"),
    expect.stringContaining("firstName"),
    expect.stringContaining("firstName"),
  ]);
  const weak = await register({ email: newEmail(), password: "weak", firstName: "Ada" });
  expect([weak.status, weak.body.message]).toEqual([
    400,
    [expect.stringMatching(/^password must have 8 to 64 characters, among them .+ and no whitespace$/)],
  ]);
});

test("of two registrations of one address at once, one succeeds and nothing of the other stays", async () => {
  const email = newEmail();
  const attempts = await Promise.all(
    ["One", "Two"].map((organizationName) =>
      register({ email, password: PASSWORD, firstName: "Ada", organizationName }),
    ),
  );
  expect(attempts.map(({ status }) => status).sort()).toEqual([201, 400]);
  const token = attempts.find(({ status }) => status === 201)?.body.data.token;
  expect((await api.call("GET", "/organizations", { headers: bearer(token) })).body.data).toHaveLength(1);
});

test("where registration needs an invitation, nobody registers without one", async () => {
  const person = { email: newEmail(), password: PASSWORD, firstName: "Ada" };
  const refused = await register(person, closed);
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Registration is disabled") },
  });
  const forged = await register({ ...person, invitationToken: randomUUID() }, closed);
  expect(forged).toMatchObject({ status: 400, body: { message: expect.stringContaining("expired") } });
  expect(await findUserByEmail(api.db, person.email)).toBeUndefined();
});
