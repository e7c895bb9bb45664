import { afterAll, beforeAll, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { jobIdOf } from "#db/derived-ids.ts";
import { tenants } from "#db/schema/tenants.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// What the history says of the tenant that steps are executed for.

let db: Database;
let environment: TestEnvironment;
let runner: EventRunner;
let acme: typeof tenants.$inferSelect;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  runner = createEventRunner(db);
  environment = await createTestEnvironment(db);
  const data = { plan: "pro" };
  const [stored] = await db
    .insert(tenants)
    .values({ ...environment.scope, identifier: "acme", name: "Acme", data })
    .returning();
  if (!stored) throw new Error("The tenant was not stored");
  acme = stored;
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

const soon = { metadata: { type: "regular", amount: 1, unit: "minutes" } } as never;
const never = { filters: [{ value: "AND", children: [{ on: "payload", field: "a", operator: "EQUAL", value: "1" }] }] };
const steps = [
  aStep("delay", { content: "" }, soon),
  aStep("digest", { content: "" }, soon),
  aStep("throttle", { content: "" }, {
    metadata: { type: "throttle", amount: 1, unit: "hours", limit: 5 },
  } as never),
  aStep("trigger", { content: "" }, { metadata: { workflowId: "nobody" } } as never),
  aStep("in_app"),
  aStep("sms"),
  aStep("in_app", {}, never as never),
];

/** Returns where the history of the event's own job and of each step names the tenant, how often, and all details. */
async function run(event: AcceptedEvent) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, {
    to: { subscriberId: "ada", phone: "+1" },
    ...event,
  });
  await runner.toEnd(ref);
  const jobs = await db.$client<{ id: string; type: string; runId: string }[]>`
    select j.id, j.type, j.run_id as "runId" from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${ref.eventId} order by j.position`;
  const details = await db.$client<{ jobId: string; detail: string; status: string; raw: string | null }[]>`
    select d.job_id as "jobId", d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} order by d.created_at`;
  const ownJob = { id: jobIdOf(jobs[0]?.runId ?? "", "trigger"), type: "event" };
  const said = [ownJob, ...jobs].map(({ id, type }) => {
    const own = details.filter(({ jobId }) => jobId === id).map(({ detail }) => detail);
    return [
      type,
      own.indexOf(DETAILS.tenantSelected),
      own.filter((detail) => detail === DETAILS.tenantSelected).length,
    ];
  });
  return { said, details };
}

test("each step that is executed says once which tenant it is executed for, and so does the event's own job", async () => {
  const { said, details } = await run({ tenant: { identifier: "acme" } });
  expect(said).toEqual([
    ["event", 0, 1],
    // Once the wait is over.
    ["delay", 1, 1],
    ["digest", 1, 1],
    ["throttle", 0, 1],
    ["trigger", 0, 1],
    ["in_app", 0, 1],
    ["sms", 0, 1],
    // Filtered, and so not executed.
    ["in_app", -1, 0],
  ]);
  const [first] = details;
  expect(first).toMatchObject({ detail: DETAILS.tenantSelected, status: "Pending" });
  expect(JSON.parse(first?.raw ?? "")).toEqual({
    _id: acme.id,
    _environmentId: environment.environmentId,
    identifier: "acme",
    name: "Acme",
    data: { plan: "pro" },
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test("an event without a tenant says nothing of one, and of one that is gone that it was not found", async () => {
  const none = await run({});
  expect(none.said.filter(([, , count]) => count !== 0)).toEqual([]);
  const gone = await run({ tenant: { identifier: "gone" } });
  expect(gone.said.filter(([, , count]) => count !== 0)).toEqual([]);
  expect(gone.details[0]).toMatchObject({ detail: DETAILS.tenantNotFound, status: "Failed" });
});
