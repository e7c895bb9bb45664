import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
afterAll(() => server.close());

test("an environment without a demo workflow acknowledges nothing", async () => {
  const { scope } = await createTestEnvironment(db);
  const { headers } = await createTestSubscriber(db, scope);
  const reply = await app.inject({ method: "POST", url: "/v1/inbox/demo", headers, payload: {} });
  expect([reply.statusCode, reply.json()]).toEqual([201, { data: { acknowledged: false } }]);
});

test("a subscriber triggers the demo workflow, for nobody else", async () => {
  const environment = await createTestEnvironment(db);
  await aWorkflow(db, environment, [aStep("in_app")], { name: "Welcome" });
  const { headers } = await createTestSubscriber(db, environment.scope);
  const payload = { product: "Belfry", to: "somebody-else" };
  const reply = await app.inject({ method: "POST", url: "/v1/inbox/demo", headers, payload });
  expect([reply.statusCode, reply.json()]).toEqual([201, { data: { acknowledged: true } }]);
});

test("there is no demo in production mode", async () => {
  const production = await testApp({ config: { ...testConfig, mode: "production" } });
  const { scope } = await createTestEnvironment(production.db);
  const { headers } = await createTestSubscriber(production.db, scope);
  const reply = await production.app.inject({ method: "POST", url: "/v1/inbox/demo", headers, payload: {} });
  expect(reply.statusCode).toBe(404);
  await production.close();
});
