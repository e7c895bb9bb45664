import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testConfig } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { newApiKey } from "../../api-key.ts";
import { closeDatabase, openDatabase } from "../../client.ts";
import { apiKeys } from "../../schema/accounts/api-keys.ts";
import { listApiKeys } from "../environments/api-keys.ts";
import { readBridgeAccess } from "./bridge-access.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 2 });
afterAll(() => closeDatabase(db));

test("the key that signs for an environment is the oldest one that was used, else its oldest one, never an expired one or one of the organisation", async () => {
  const { scope, userId } = await createTestEnvironment(db);
  const [signing] = await listApiKeys(db, scope);
  const longAgo = new Date(Date.now() - 1_000_000);
  const older = { ...scope, userId, createdAt: longAgo, rolledSince: longAgo };
  const { key: _, encryptedKey: _kept, ...ofOrganization } = newApiKey(testConfig.encryptionKey);
  const { key: _expired, ...expired } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values([
    { ...older, ...ofOrganization, type: "organization", encryptedKey: null },
    { ...older, ...expired, expireAt: new Date(Date.now() - 1_000) },
  ]);
  const signs = async () => (await readBridgeAccess(db, scope, randomUUID())).encryptedKey;
  expect(await signs()).toBe(signing?.encryptedKey);

  const { key: _rolled, ...rolled } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values({ ...older, ...rolled, createdAt: new Date() });
  expect(await signs()).toBe(rolled.encryptedKey);
  expect((await listApiKeys(db, scope))[0]?.encryptedKey).toBe(rolled.encryptedKey);

  // Whoever has the key that is used knows it, and nobody may know an older one.
  const { key: _used, ...used } = newApiKey(testConfig.encryptionKey);
  await db.insert(apiKeys).values({ ...scope, userId, ...used, lastUsedAt: new Date() });
  expect(await signs()).toBe(used.encryptedKey);
  expect((await listApiKeys(db, scope))[0]?.encryptedKey).toBe(used.encryptedKey);
});
