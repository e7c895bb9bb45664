import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { hashApiKey } from "./api-key.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { createFirstOrganization } from "./first-organization.ts";
import { isPassword } from "./password-hash.ts";
import { findApiKey } from "./queries/environments/api-keys.ts";
import { findActiveMember } from "./queries/organizations/members.ts";
import { listOrganizationsOf } from "./queries/organizations/organizations.ts";
import { findUserByEmail } from "./queries/users/users.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 4 });
afterAll(() => closeDatabase(db));

const PASSWORD = "Analytical-1843";
const create = (given: { name?: string; email?: string; password?: string } = {}) =>
  createFirstOrganization(db, testConfig, {
    name: `Acme ${randomUUID()}`,
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    ...given,
  });
const countUsers = async () => (await db.$client`select count(*)::int as count from users`)[0]?.count;

test("the organisation comes with an administrator, who has the password, and a key for each environment", async () => {
  const { email, development, production } = await create({ name: "Analytical", email: "Ada.Lovelace@Example.com" });
  expect(email).toBe("ada.lovelace@example.com");
  const user = await findUserByEmail(db, email);
  expect(await isPassword(PASSWORD, user?.passwordHash ?? "")).toBe(true);
  expect(await findActiveMember(db, development.organizationId, user?.id ?? "")).toMatchObject({ roles: ["admin"] });
  expect(await listOrganizationsOf(db, user?.id ?? "")).toMatchObject([{ name: "Analytical" }]);
  for (const { apiKey, id } of [development, production]) {
    expect(await findApiKey(db, hashApiKey(apiKey))).toMatchObject({ environmentId: id });
  }
});

test.each([
  ["a weak password", { password: "secret" }, /^password must have 8 to 64 characters/],
  ["an address that is none", { email: "ada" }, /^email is no address/],
  ["an empty name", { name: " " }, /^name is empty/],
])("%s is refused, and nothing is stored", async (_, given, message) => {
  const before = await countUsers();
  await expect(create(given)).rejects.toThrow(message);
  expect(await countUsers()).toBe(before);
});

test("a second organisation of the same name is refused, and its administrator is not left behind", async () => {
  await create({ name: "Twice" });
  const before = await countUsers();
  await expect(create({ name: " Twice " })).rejects.toThrow(/^name: an organisation Twice exists already/);
  expect(await countUsers()).toBe(before);
});

test("of two calls at once for one address, one creates and the other one is refused", async () => {
  const email = `${randomUUID()}@example.com`;
  const results = await Promise.allSettled([create({ email }), create({ email: email.toUpperCase() })]);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(1);
  expect(String(refused[0]?.reason)).toContain(`a person with ${email} exists already`);
});
