import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Config, loadConfig } from "#config.ts";
import { completePayload } from "#domain/payload.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { hashApiKey } from "./api-key.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { isPassword } from "./password-hash.ts";
import { findApiKey, forgetApiKeys } from "./queries/environments/api-keys.ts";
import { findEnvironmentByIdentifier } from "./queries/environments/environments.ts";
import { findSubscriber } from "./queries/subscribers/subscribers.ts";
import { firstMembers } from "./queries/topics/topic-members.ts";
import { listTopics } from "./queries/topics/topics.ts";
import { endDemoAccess } from "./queries/users/demo-access.ts";
import { findSession, insertSession } from "./queries/users/sessions.ts";
import { findUserByEmail } from "./queries/users/users.ts";
import { getWorkflow } from "./queries/workflows/workflows.ts";
import { users } from "./schema/accounts/users.ts";
import { workflows } from "./schema/workflows/workflows.ts";
import { seed } from "./seed.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 2 });
afterAll(() => closeDatabase(db));

const config: Config = loadConfig({
  BELFRY_MODE: "development",
  BELFRY_DATA_DIR: join(tmpdir(), "belfry-seed-test"),
  BELFRY_SECRET: randomBytes(32).toString("hex"),
  BELFRY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
});
const run = () => seed({ databaseUrl: testDatabaseUrl(), config });

test("the demo organisation can be signed in to, called and triggered at once", async () => {
  const demo = await run();
  const member = await findUserByEmail(db, demo.email);
  expect(await isPassword(demo.password, member?.passwordHash ?? "")).toBe(true);
  const key = await findApiKey(db, hashApiKey(demo.apiKey));
  expect(key).toMatchObject({ environmentId: demo.environmentId, userId: member?.id });
  expect((await findEnvironmentByIdentifier(db, demo.applicationIdentifier))?.id).toBe(demo.environmentId);
  const scope = { organizationId: key?.organizationId ?? "", environmentId: demo.environmentId };
  const { workflow, steps } = await getWorkflow(db, scope, demo.workflowIdentifier);
  expect(workflow).toMatchObject({ name: "Welcome", identifier: "welcome", active: true });
  expect(steps.map(({ type, active }) => ({ type, active }))).toEqual([
    { type: "in_app", active: true },
    { type: "email", active: true },
  ]);
  expect(completePayload({}, steps)).toEqual({ product: "Belfry" });
  expect(await findSubscriber(db, scope, demo.subscriberId)).toMatchObject({
    firstName: expect.any(String),
    email: expect.stringContaining("@"),
  });
  const { topics } = await listTopics(db, scope, { page: 0, limit: 10 });
  expect(topics).toMatchObject([{ key: "everyone" }]);
  const [members] = (
    await firstMembers(
      db,
      topics.map(({ id }) => id),
    )
  ).values();
  expect(members?.subscriberIds).toEqual([demo.subscriberId]);
});

test("seeding again, even twice at once, changes nothing and answers the same", async () => {
  const first = await run();
  const { organizationId = "" } = (await findApiKey(db, hashApiKey(first.apiKey))) ?? {};
  const scope = { organizationId, environmentId: first.environmentId };
  await storeSubscribers(db, scope, [{ subscriberId: first.subscriberId, firstName: "Changed by hand" }]);
  const state = async () => [
    await db.select().from(users),
    await db.select().from(workflows),
    await findSubscriber(db, scope, first.subscriberId),
  ];
  const before = await state();
  expect(await Promise.all([run(), run()])).toEqual([first, first]);
  expect(await state()).toEqual(before);
});

test("production mode has no demo organisation", async () => {
  const production: Config = { ...config, mode: "production" };
  await expect(seed({ databaseUrl: testDatabaseUrl(), config: production })).rejects.toThrow("BELFRY_MODE=development");
});

test("once its database runs in production mode, nobody signs in or calls with what the demo has left", async () => {
  const first = await run();
  const member = await findUserByEmail(db, first.email);
  const session = { userId: member?.id ?? "", userAgent: null, address: null };
  const until = { lastUsedAt: new Date(), expireAt: new Date(Date.now() + 60_000) };
  const { id } = await db.transaction((transaction) => insertSession(transaction, { ...session, ...until }));
  expect(await endDemoAccess(db)).toBe(true);
  expect((await findUserByEmail(db, first.email))?.passwordHash).toBeNull();
  expect(await findSession(db, { id, userId: session.userId }, new Date())).toBeUndefined();
  forgetApiKeys();
  for (const key of [first.apiKey, first.organizationApiKey]) {
    expect(await findApiKey(db, hashApiKey(key))).toBeUndefined();
  }
  expect(await endDemoAccess(db)).toBe(false);
  // In development mode it is a demo again, with keys of its own.
  const again = await run();
  expect(again.apiKey).not.toBe(first.apiKey);
  const returned = await findUserByEmail(db, again.email);
  expect(await isPassword(again.password, returned?.passwordHash ?? "")).toBe(true);
});

test("a database whose encryption key was lost is named as such", async () => {
  await run();
  const other: Config = { ...config, encryptionKey: randomBytes(32) };
  await expect(seed({ databaseUrl: testDatabaseUrl(), config: other })).rejects.toThrow("BELFRY_ENCRYPTION_KEY");
});
