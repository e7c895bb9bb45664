import { afterAll, beforeAll, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

let db: Database;
let environment: TestEnvironment;
let runner: EventRunner;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  environment = await createTestEnvironment(db);
  runner = createEventRunner(db);
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

const onPlan = (...plans: string[]): Filter[] => [
  { value: "OR", children: plans.map((value) => ({ on: "subscriber", field: "data.plan", operator: "EQUAL", value })) },
];
const variant = (content: string, filters: Filter[], more: object = {}) => ({
  name: content,
  filters,
  ...more,
  template: { type: "in_app", content },
});
const withVariants = (...variants: object[]) =>
  aWorkflow(db, environment, [aStep("in_app", { content: "root" }, { variants: variants as never })]);

/** Contents by subscriber, and how often each job says that a variant was chosen. Two attempts at once execute the event. */
async function outcomesOf(workflow: Awaited<ReturnType<typeof withVariants>>, plans: readonly string[]) {
  const to = plans.map((plan) => ({ subscriberId: `on-${plan}`, data: { plan } }));
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await Promise.all([runner.start(ref), runner.start(ref)]);
  const rows = await db.$client<{ plan: string; content: string; details: string[] }[]>`
    select s.data ->> 'plan' as plan, m.content, array(
      select coalesce(d.raw, '') from execution_details d
      where d.job_id = m.job_id and d.run_id = m.run_id and d.detail = ${DETAILS.variantChosen}) as details
    from messages m join subscribers s on s.id = m.subscriber_id where m.event_id = ${ref.eventId}`;
  return Object.fromEntries(rows.map(({ plan, content, details }) => [plan, { content, details }]));
}

test("the first active variant whose conditions pass is sent, else the step's own template", async () => {
  const workflow = await withVariants(
    variant("switched off", onPlan("pro", "team", "free"), { active: false }),
    variant("without conditions", onPlan("free")),
    variant("first", onPlan("pro")),
    variant("second", onPlan("pro", "team")),
  );
  // Saving refuses a variant without conditions; one that was stored otherwise must not be sent to everybody.
  await db.$client`
    update workflow_steps set variants = jsonb_set(variants, '{1,filters}', '[]')
    where version_id = ${workflow.versionId}`;
  const outcomes = await outcomesOf(workflow, ["pro", "team", "free"]);
  expect(outcomes).toEqual({
    pro: { content: "first", details: [expect.any(String)] },
    team: { content: "second", details: [expect.any(String)] },
    free: { content: "root", details: [] },
  });
  expect(JSON.parse(outcomes.team?.details[0] ?? "")).toEqual({
    conditions: [
      { filter: "Subscriber", field: "data.plan", expected: "pro", actual: "team", operator: "EQUAL", passed: false },
      { filter: "Subscriber", field: "data.plan", expected: "team", actual: "team", operator: "EQUAL", passed: true },
    ],
  });
});

test("a variant of an email replaces its subject, content and preheader", async () => {
  const html = (text: string) => ({
    subject: text,
    content: `<body><p>${text}</p></body>`,
    contentType: "customHtml" as const,
  });
  const root = { ...html("Root"), preheader: "Preheader of the root" };
  const variants = [{ name: "Other", filters: onPlan("pro"), template: { type: "email", ...html("Other") } }];
  const workflow = await aWorkflow(db, environment, [aStep("email", root, { variants: variants as never })]);
  const to = ["free", "pro"].map((plan) => ({
    subscriberId: `mail-${plan}`,
    email: `${plan}@example.com`,
    data: { plan },
  }));
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
  await runner.start(ref);
  const [free, pro] = await db.$client<{ subject: string; html: string }[]>`
    select subject, html from outbox_messages where environment_id = ${environment.environmentId} order by "to"`;
  expect(free).toEqual({ subject: "Root", html: expect.stringMatching(/Preheader of the root.*<p>Root<\/p>/s) });
  expect(pro?.subject).toBe("Other");
  expect(pro?.html).toContain("<p>Other</p>");
  expect(pro?.html).not.toMatch(/root/i);
});
