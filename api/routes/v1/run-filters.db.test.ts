import { expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";

// Filters of runs that no index serves alone.

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
const unreachable = await aWorkflow(api.db, environment, [aStep("sms"), aStep("email")], { critical: true });
const { ref: unreached } = await anAcceptedEvent(api.db, environment, unreachable, { to: "cleo" });
await runner.toEnd(unreached);
await sql`update runs set handled = '{"name": "Ada", "at": "2026-01-04T10:00:00.000Z"}' where event_id = ${unreached.eventId}`;
await sql`update events set test_mode = '{"dryRun": false, "skipDelays": true}' where id = ${unreached.eventId}`;
await sql`
  update event_contents set tenant = '{"identifier": "acme"}'
  where event_id in (select event_id from runs where environment_id = ${environment.environmentId} and workflow_id = ${welcome.id})`;

async function found(query: string): Promise<string[]> {
  const reply = await api.app.inject({ url: `/v1/notifications?${query}`, headers: environment.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data.map(({ subscriber }: Activity) => subscriber?.subscriberId);
}

test.each([
  ["", ["cleo", "bob", "ada"]],
  ["tags=orders", ["ada"]],
  ["tags=orders&tags=other", ["ada"]],
  ["tags=other", []],
  [`tags=orders&templates=${welcome.id}`, []],
  ["version=1", ["cleo", "bob", "ada"]],
  ["version=2", []],
  ["tenants=acme", ["bob"]],
  ["tenants=other", []],
  ["providers=belfry-email", ["bob"]],
  ["providers=belfry-email&tenants=acme&version=1", ["bob"]],
  ["providers=sendgrid", []],
  ["reasons=no_destination", ["cleo"]],
  ["reasons=expired&reasons=no_destination", ["cleo"]],
  ["reasons=expired", []],
  ["reasons=no_destination&subscriberIds=bob", []],
  ["priority=critical", ["cleo"]],
  ["priority=direct", ["bob", "ada"]],
  ["priority=broadcast", []],
  ["handled=true", ["cleo"]],
  ["handled=false", ["bob", "ada"]],
  ["test=without_delays", ["cleo"]],
  ["test=dry", []],
])("%s finds %j", async (query, subscribers) => {
  expect(await found(query)).toEqual(subscribers);
});

test("a step that was resumed has no longer the reason of its first end", async () => {
  await sql`
    insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, expire_at)
    select organization_id, environment_id, run_id, id, ${DETAILS.stepResumed}, 'Internal', 'Pending', expire_at from jobs
    where run_id = (select id from runs where event_id = ${unreached.eventId})`;
  expect(await found("reasons=no_destination")).toEqual([]);
});

test.each([
  ["conditions_not_met", { preferences: { passed: true } }],
  ["preference_off", { preferences: { passed: false } }],
  ["other_branch", { branch: { ran: null } }],
  ["skipped_by_code", { skip: true }],
] as const)("a filtered step is found by %s alone", async (reason, raw) => {
  const run = sql`select id from runs where environment_id = ${environment.environmentId} and workflow_id = ${shipped.id}`;
  await sql`delete from execution_details where run_id in (${run})`;
  await sql`update jobs set status = 'canceled' where run_id in (${run})`;
  await sql`
    insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, expire_at)
    select organization_id, environment_id, run_id, id, ${DETAILS.stepFiltered}, 'Internal', 'Success',
      ${JSON.stringify({ filter: { conditions: [], passed: true }, ...raw })}, expire_at
    from jobs where run_id in (${run})`;
  const reasons = ["conditions_not_met", "preference_off", "other_branch", "skipped_by_code"];
  const finding = await Promise.all(reasons.map((one) => found(`reasons=${one}`)));
  expect(Object.fromEntries(reasons.map((one, at) => [one, finding[at]]))).toEqual(
    Object.fromEntries(reasons.map((one) => [one, one === reason ? ["ada"] : []])),
  );
});

test("what is no reason is refused by its name", async () => {
  const reply = await api.app.inject({ url: "/v1/notifications?reasons=sent", headers: environment.headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain("reasons");
});

test("what is no version is refused by its name", async () => {
  const reply = await api.app.inject({ url: "/v1/notifications?version=two", headers: environment.headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain("version");
});
