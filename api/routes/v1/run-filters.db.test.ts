import { expect, test } from "vitest";
import type { Activity } from "#contract/notifications.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";

// Filters of runs that no index serves alone: by tags, version, tenant and provider.

const { api, environment, runner } = await apiWithRunner();
const sql = api.db.$client;

const shipped = await aWorkflow(api.db, environment, [aStep("in_app")]);
const welcome = await aWorkflow(api.db, environment, [
  aStep("email", { subject: "Hello", content: "Hello", contentType: "customHtml" }),
]);
await sql`update workflows set tags = '{orders}' where id = ${shipped.id}`;
for (const [workflow, to] of [
  [shipped, "ada"],
  [welcome, { subscriberId: "bob", email: "bob@example.com" }],
] as const) {
  const { ref } = await anAcceptedEvent(api.db, environment, workflow, { to });
  await runner.toEnd(ref);
}
await sql`
  update event_contents set tenant = '{"identifier": "acme"}'
  where event_id in (select event_id from runs where environment_id = ${environment.environmentId} and workflow_id = ${welcome.id})`;

async function found(query: string): Promise<string[]> {
  const reply = await api.app.inject({ url: `/v1/notifications?${query}`, headers: environment.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data.map(({ subscriber }: Activity) => subscriber?.subscriberId);
}

test.each([
  ["", ["bob", "ada"]],
  ["tags=orders", ["ada"]],
  ["tags=orders&tags=other", ["ada"]],
  ["tags=other", []],
  [`tags=orders&templates=${welcome.id}`, []],
  ["version=1", ["bob", "ada"]],
  ["version=2", []],
  ["tenants=acme", ["bob"]],
  ["tenants=other", []],
  ["providers=belfry-email", ["bob"]],
  ["providers=belfry-email&tenants=acme&version=1", ["bob"]],
  ["providers=sendgrid", []],
])("%s finds %j", async (query, subscribers) => {
  expect(await found(query)).toEqual(subscribers);
});

test("what is no version is refused by its name", async () => {
  const reply = await api.app.inject({ url: "/v1/notifications?version=two", headers: environment.headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain("version");
});
