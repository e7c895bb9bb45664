import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Integration } from "#contract/integrations.ts";
import { members } from "#db/schema/accounts/members.ts";
import { integrations } from "#db/schema/integrations.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { integrationsApi, smtp, smtpCredentials } from "#test/support/integrations-api.ts";
import { aMember, signedIn } from "#test/support/sign-in.ts";

// When each secret of an integration was set, and by whom.

const { app, db, created, update, listed } = await integrationsApi();

/** Changes an integration as a member, who is signed in to the dashboard. */
async function updateAs(
  userId: string,
  environment: TestEnvironment,
  id: string,
  changes: object,
): Promise<Integration> {
  const signed = await signedIn(db, userId);
  const headers = { ...signed, "novu-environment-id": environment.environmentId };
  const payload = { check: false, ...changes };
  const reply = await app.inject({ method: "PUT", url: `/v1/integrations/${id}`, headers, payload });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
}

const withDkim = { ...smtpCredentials, secretKey: "the-private-key" };

test("an API key's secrets are its own, and those that a member changes the member's; the others stay as they were", async () => {
  const environment = await createTestEnvironment(db);
  const begun = new Date().toISOString();
  const first = await created(environment, smtp({ credentials: withDkim }));
  const byKey = { at: expect.any(String), by: "key", name: null };
  expect(first.secretsSet).toEqual({ password: byKey, secretKey: byKey });
  expect(first.secretsSet.password?.at.localeCompare(begun)).toBeGreaterThanOrEqual(0);

  const changed = await updateAs(environment.userId, environment, first._id, {
    credentials: { ...first.credentials, password: "another-secret" },
  });
  expect(changed.secretsSet).toEqual({
    password: { at: expect.any(String), by: "member", name: "Ada Lovelace" },
    secretKey: first.secretsSet.secretKey,
  });
  // Nothing new: masked, left out, or the same again.
  for (const credentials of [changed.credentials, { ...smtpCredentials, password: "another-secret" }])
    expect((await update(environment, first._id, { credentials })).secretsSet).toEqual(changed.secretsSet);
  expect((await update(environment, first._id, { name: "Renamed" })).secretsSet).toEqual(changed.secretsSet);

  // What is removed is set by nobody.
  const removed = await update(environment, first._id, { credentials: { ...changed.credentials, secretKey: "" } });
  expect(Object.keys(removed.secretsSet)).toEqual(["password"]);
  expect((await listed(environment)).find(({ _id }) => _id === first._id)?.secretsSet).toEqual(removed.secretsSet);
  const stored = JSON.stringify(await db.select().from(integrations).where(eq(integrations.id, first._id)));
  expect(stored).not.toContain("another-secret");
});

test("what somebody set who has left the organisation is a former member's", async () => {
  const environment = await createTestEnvironment(db);
  const { _id } = await created(environment, smtp({ credentials: smtpCredentials }));
  const { userId, memberId } = await aMember(db, environment.organizationId, "admin");
  const changed = await updateAs(userId, environment, _id, {
    credentials: { ...smtpCredentials, password: "another-secret" },
  });
  expect(changed.secretsSet.password).toMatchObject({ by: "member", name: expect.stringMatching(/\S/) });
  await db.delete(members).where(eq(members.id, memberId));
  const after = (await listed(environment)).find((integration) => integration._id === _id);
  expect(after?.secretsSet.password).toEqual({ ...changed.secretsSet.password, by: "former_member", name: null });
});

test("nothing is said of secrets from before it was noted, until they are changed", async () => {
  const environment = await createTestEnvironment(db);
  const { _id, credentials } = await created(environment, smtp({ credentials: withDkim }));
  await db.update(integrations).set({ secretsSet: {} }).where(eq(integrations.id, _id));
  expect((await update(environment, _id, { credentials })).secretsSet).toEqual({});
  const changed = await update(environment, _id, { credentials: { ...credentials, secretKey: "another-key" } });
  expect(Object.keys(changed.secretsSet)).toEqual(["secretKey"]);
});

test("a field that has the name of a property of every object is a field as any other", async () => {
  const environment = await createTestEnvironment(db);
  const hostile = JSON.parse('{"constructor":"secret-1","toString":"secret-2"}');
  const { secretsSet } = await created(environment, smtp({ credentials: { ...smtpCredentials, ...hostile } }));
  expect(Object.keys(secretsSet).toSorted()).toEqual(["constructor", "password", "toString"]);
});
