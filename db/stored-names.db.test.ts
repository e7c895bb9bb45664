import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestEnvironment } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";
import { closeDatabase, openDatabase } from "./client.ts";
import { findSubscriber } from "./queries/subscribers/subscribers.ts";
import { workflowSteps } from "./schema/workflow-steps.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 2 });
afterAll(() => closeDatabase(db));

/** Runs the migration again, which passes over what has been renamed. */
async function migrate() {
  const file = await readFile(new URL("./migrations/0002_stored_names.sql", import.meta.url), "utf8");
  for (const statement of file.split("--> statement-breakpoint")) await db.$client.unsafe(statement);
}

test("channels and variants that were stored with the wire's names are renamed, in their order", async () => {
  const environment = await createTestEnvironment(db);
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada" }, { subscriberId: "bob" }]);
  const { versionId } = await aWorkflow(db, environment, [aStep("email"), aStep("sms")]);
  const channel = (providerId: string) => ({ providerId, credentials: { deviceTokens: ["a", "b"] } });
  const variant = { active: true, filters: [], template: { type: "email", content: "Hello" } };
  const [first, second] = [randomUUID(), randomUUID()];
  await db.$client`
    update subscribers set channels = ${JSON.stringify([
      { _integrationId: first, ...channel("fcm") },
      { _integrationId: second, ...channel("apns") },
    ])}::text::jsonb
    where environment_id = ${environment.environmentId} and subscriber_id = 'ada'`;
  await db.$client`
    update workflow_steps set variants = ${JSON.stringify([
      { _templateId: second, ...variant },
      { _templateId: first, ...variant },
    ])}::text::jsonb
    where version_id = ${versionId} and type = 'email'`;

  await migrate();
  await migrate();

  expect((await findSubscriber(db, environment.scope, "ada"))?.channels).toEqual([
    { integrationId: first, ...channel("fcm") },
    { integrationId: second, ...channel("apns") },
  ]);
  expect((await findSubscriber(db, environment.scope, "bob"))?.channels).toEqual([]);
  const steps = await db.select().from(workflowSteps).where(eq(workflowSteps.versionId, versionId));
  const variantsOf = (type: string) => steps.find((step) => step.type === type)?.variants;
  expect(variantsOf("email")).toEqual([
    { variantId: second, ...variant },
    { variantId: first, ...variant },
  ]);
  expect(variantsOf("sms")).toEqual([]);
});
