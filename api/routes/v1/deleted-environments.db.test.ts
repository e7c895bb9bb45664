import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";
import { createEventRunner } from "#test/support/run-event.ts";

const { app, db, close } = await testApp();
afterAll(close);

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});

async function call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object, key?: string) {
  const headers = { authorization: `ApiKey ${key ?? environment.organizationApiKey}` };
  const reply = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.body === "" ? undefined : reply.json() };
}

describe("deleting an environment", () => {
  const remove = async (id: string) => (await call("DELETE", `/v1/environments/${id}`)).status;
  const day = { metadata: { type: "regular", amount: 1, unit: "days" } as never };

  /** Names of the tables that have a row of the environment. */
  async function tablesWith(environmentId: string): Promise<string[]> {
    const tables = await db.$client<{ name: string }[]>`
      select c.table_name as name from information_schema.columns c join pg_class t on t.relname = c.table_name
      where c.column_name = 'environment_id' and t.relkind in ('r', 'p') and not t.relispartition`;
    const found = await db.$client.unsafe<{ name: string }[]>(
      tables
        .map(({ name }) => `select distinct '${name}' as name from ${name} where environment_id = $1`)
        .join(" union "),
      [environmentId],
    );
    return found.map(({ name }) => name);
  }

  test("Development and Production stay, and what is not there is not found", async () => {
    expect(await remove(environment.environmentId)).toBe(400);
    expect(await remove(environment.productionEnvironmentId)).toBe(400);
    expect([await remove(randomUUID()), await remove("unknown")]).toEqual([404, 404]);
  });

  test("it is gone at once with its keys and inboxes; its events are cancelled, and then all its rows go but its log", async () => {
    const {
      _id: environmentId,
      identifier,
      apiKeys,
    } = (await call("POST", "/v1/environments", { name: "Staging" })).body.data;
    const [{ key }] = apiKeys;
    const scope = { organizationId: environment.organizationId, environmentId };
    const of = { ...environment, scope, environmentId };
    const subscriber = await createTestSubscriber(db, scope);
    const workflow = await aWorkflow(db, of, [aStep("in_app"), aStep("delay", {}, day)]);
    const { ref } = await anAcceptedEvent(db, of, workflow, { to: subscriber.subscriberId });
    const runner = createEventRunner(db);
    const [cohort] = await runner.start(ref);
    const inbox = { url: "/v1/widgets/notifications/feed", headers: subscriber.headers };
    expect((await app.inject(inbox)).statusCode).toBe(200);
    expect((await call("GET", "/v1/environments/me", undefined, key)).status).toBe(200);

    expect([await remove(environmentId), await remove(environmentId)]).toEqual([200, 404]);
    expect((await call("GET", "/v1/environments/me", undefined, key)).status).toBe(401);
    expect((await call("GET", "/v1/environments")).body.data).toHaveLength(2);
    await expect.poll(async () => (await app.inject(inbox)).statusCode, { timeout: 5_000 }).toBe(401);
    const payload = { applicationIdentifier: identifier, subscriberId: subscriber.subscriberId };
    expect((await app.inject({ method: "POST", url: "/v1/widgets/session/initialize", payload })).statusCode).toBe(400);

    // What still runs is stopped first.
    await runner.call(runner.activities.housekeep);
    expect(await tablesWith(environmentId)).toContain("runs");
    if (cohort) await runner.untilItWaits(cohort);
    await runner.call(runner.activities.housekeep);
    await runner.close();
    expect(await tablesWith(environmentId)).toEqual(["audit_logs"]);
    expect(await db.$client`select id from environments where id = ${environmentId}`).toHaveLength(0);
    expect(await tablesWith(environment.environmentId)).not.toEqual([]);
  });
});
