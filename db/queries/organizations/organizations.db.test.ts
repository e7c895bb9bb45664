import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { hashApiKey } from "../../api-key.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { decrypt } from "../../encryption.ts";
import { integrations } from "../../schema/integrations.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import { findApiKey, listApiKeys } from "../environments/api-keys.ts";
import { listEnvironments } from "../environments/environments.ts";
import { findActiveMember } from "./members.ts";
import {
  createFurtherEnvironment,
  createOrganization,
  findOrganization,
  listOrganizationsOf,
} from "./organizations.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 4 });
afterAll(() => closeDatabase(db));

test("a new organisation is on the free plan and its creator is its administrator", async () => {
  const { organizationId, userId } = await createTestEnvironment(db);
  expect(await findOrganization(db, organizationId)).toMatchObject({ serviceLevel: "free" });
  expect(await findActiveMember(db, organizationId, userId)).toMatchObject({ roles: ["admin"], status: "active" });
});

test("a new organisation has Development and, as its child, Production", async () => {
  const { organizationId, environmentId } = await createTestEnvironment(db);
  const found = await listEnvironments(db, organizationId);
  expect(found.map(({ name, parentId }) => ({ name, parentId }))).toEqual([
    { name: "Development", parentId: null },
    { name: "Production", parentId: environmentId },
  ]);
  for (const { identifier } of found) expect(identifier).toMatch(/^[A-Za-z0-9_-]{12}$/);
});

test("each environment has one key of 32 hex characters, stored by hash and encrypted", async () => {
  const { scope, productionScope, apiKey, productionApiKey, userId } = await createTestEnvironment(db);
  expect(apiKey).toMatch(/^[0-9a-f]{32}$/);
  expect(productionApiKey).not.toBe(apiKey);
  expect(await findApiKey(db, hashApiKey(apiKey))).toMatchObject({ ...scope, userId, type: "environment" });
  expect(await findApiKey(db, hashApiKey(productionApiKey))).toMatchObject({ ...productionScope, userId });
  const stored = await listApiKeys(db, scope);
  expect(stored).toHaveLength(1);
  expect(stored[0]?.encryptedKey).toMatch(/^nvsk\./);
  expect(decrypt(stored[0]?.encryptedKey ?? "", testConfig.encryptionKey)).toBe(apiKey);
});

test("both environments have the group General, Production's being a copy of Development's", async () => {
  const { organizationId, environmentId, productionEnvironmentId } = await createTestEnvironment(db);
  const groups = await db
    .select()
    .from(notificationGroups)
    .where(eq(notificationGroups.organizationId, organizationId));
  const [development, production] = [environmentId, productionEnvironmentId].map((id) =>
    groups.find((group) => group.environmentId === id),
  );
  expect(groups).toHaveLength(2);
  expect(development).toMatchObject({ name: "General", parentId: null });
  expect(production).toMatchObject({ name: "General", parentId: development?.id });
});

test("both environments can send in-app, e-mail and text messages from the start", async () => {
  const { scope, productionScope } = await createTestEnvironment(db);
  for (const { environmentId } of [scope, productionScope]) {
    const found = await db
      .select()
      .from(integrations)
      .where(eq(integrations.environmentId, environmentId))
      .orderBy(asc(integrations.providerId));
    expect(found.map(({ channel, providerId, active, primary }) => ({ channel, providerId, active, primary }))).toEqual(
      [
        { channel: "in_app", providerId: "belfry", active: true, primary: false },
        { channel: "email", providerId: "belfry-email", active: true, primary: true },
        { channel: "sms", providerId: "belfry-sms", active: true, primary: true },
      ],
    );
  }
});

test("environments have no demo provider that is switched off", async () => {
  const { userId, organizationId } = await createTestEnvironment(db);
  for (const [demoLimits, channels] of [
    [{ email: 0, sms: 20 }, ["in_app", "sms"]],
    [{ email: 300, sms: 0 }, ["email", "in_app"]],
    [{ email: 0, sms: 0 }, ["in_app"]],
  ] as const) {
    const config = { ...testConfig, demoLimits };
    const [{ development, production }, further] = await db.transaction(async (transaction) => [
      await createOrganization(transaction, { name: "Second", creatorId: userId, config }),
      await createFurtherEnvironment(transaction, { name: "Staging", organizationId, creatorId: userId, config }),
    ]);
    for (const { id } of [development, production, further]) {
      const found = await db.select().from(integrations).where(eq(integrations.environmentId, id));
      expect(found.map(({ channel }) => channel).sort()).toEqual(channels);
    }
  }
});

test("a person sees the organisations that they belong to, in the order of joining", async () => {
  const { userId, organizationId } = await createTestEnvironment(db);
  await createTestEnvironment(db);
  const second = await db.transaction((transaction) =>
    createOrganization(transaction, { name: "Second", creatorId: userId, config: testConfig }),
  );
  const found = await listOrganizationsOf(db, userId);
  expect(found.map(({ id }) => id)).toEqual([organizationId, second.organization.id]);
});
