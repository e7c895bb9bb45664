import { afterAll, beforeAll, expect, test } from "vitest";
import { draftSteps } from "#api/services/workflows/draft-steps.ts";
import { DETAILS } from "#contract/constants/details.ts";
import { UpdateWorkflow } from "#contract/workflows/workflows.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { nextSteps } from "#db/queries/workflows/workflow-steps.ts";
import { lockWorkflow } from "#db/queries/workflows/workflows.ts";
import { anAcceptedEvent, aStep } from "#test/support/event.ts";
import { eventsOnOneClock } from "#test/support/events-on-one-clock.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import type { EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// How long runs wait in delays, and what becomes of those that have nothing to wait for.

const HOUR = 3_600_000;

let db: Database;
const runners: EventRunner[] = [];
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
afterAll(async () => {
  for (const runner of runners) await runner.close();
  await closeDatabase(db);
});

async function events(steps: object[]) {
  const own = await eventsOnOneClock(db, steps);
  runners.push(own.runner);
  return own;
}

const anHour = { type: "regular", amount: 1, unit: "hours" };
const aDelay = (metadata: object = anHour, step: object = {}) => ({ ...aStep("delay"), metadata, ...step });
const before = aStep("in_app", { content: "before" });
const after = aStep("in_app", { content: "after" });
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const scheduled = aDelay({ type: "scheduled", delayPath: "meeting.at" });

test("a scheduled delay ends at the date in the payload, also at a nested path", async () => {
  const { trigger, skip, messages, details } = await events([before, scheduled, after]);
  await trigger("a", { payload: { meeting: { at: inHours(3) } } });
  await skip(2 * HOUR);
  expect(await messages()).toEqual(["before"]);
  await skip(HOUR + 1_000);
  expect(await messages()).toEqual(["before", "after"]);
  expect(await details("a")).toContain("Delay is finished (Success)");
});

test.each([
  ["at the trigger", [], -1],
  ["only when an earlier delay has ended", [aDelay({ ...anHour, amount: 2 })], 1],
])("a date that has passed %s cancels the delay with the path, and the rest of the run", async (_, earlier, hours) => {
  const { trigger, skip, messages, jobs, details, events: refs } = await events([...earlier, scheduled, after]);
  await trigger("a", { payload: { meeting: { at: inHours(hours) } } });
  await skip(3 * HOUR);
  expect(await messages()).toEqual([]);
  expect(await jobs("a")).toEqual([...earlier.map(() => "delay completed"), "delay canceled", "in_app canceled"]);
  expect((await details("a")).slice(-2)).toEqual([
    `${DETAILS.invalidDelay} (Failed)`,
    `${DETAILS.stoppedAfterFailure} (Success)`,
  ]);
  const [detail] = await db.$client<{ raw: string }[]>`
      select d.raw from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${refs.get("a")?.eventId ?? ""} and d.detail = ${DETAILS.invalidDelay}`;
  expect(JSON.parse(detail?.raw ?? "{}").error).toContain("meeting.at");
});

const named = (value: string) => [
  { value: "AND", children: [{ on: "subscriber", field: "firstName", operator: "EQUAL", value }] },
];

test("a delay whose conditions fail when it is reached is not waited for", async () => {
  const { trigger, messages, jobs, details } = await events([before, aDelay(anHour, { filters: named("Ada") }), after]);
  await trigger("a", { to: { subscriberId: "ada", firstName: "Grace" } });
  expect(await messages()).toEqual(["before", "after"]);
  expect(await jobs("a")).toEqual(["in_app completed", "delay canceled", "in_app completed"]);
  const filtered = (await details("a")).filter((detail) => detail.startsWith(DETAILS.stepFiltered));
  expect(filtered).toEqual([`${DETAILS.stepFiltered} (Success)`]);
});

test("a delay whose conditions fail when it wakes is cancelled alone, and the run goes on", async () => {
  const { environment, trigger, skip, messages, jobs, details } = await events([
    aDelay(anHour, { filters: named("Ada") }),
    after,
  ]);
  await trigger("a", { to: { subscriberId: "ada", firstName: "Ada" } });
  expect(await jobs("a")).toEqual(["delay delayed", "in_app pending"]);
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada", firstName: "Grace" }]);
  await skip(HOUR + 120_000);
  expect(await jobs("a")).toEqual(["delay canceled", "in_app completed"]);
  expect(await messages()).toEqual(["after"]);
  expect(await details("a")).not.toContain(`${DETAILS.delayFinished} (Success)`);
});

test("a run that waits keeps the version that it began with, and events after a change have the new one", async () => {
  const { environment, workflow, runner, trigger, skip, messages, jobs } = await events([aDelay(), after]);
  await trigger("a");
  const changes = UpdateWorkflow.parse({ steps: [aStep("in_app", { content: "changed" })] });
  const { versionId } = await db.transaction(async (transaction) => {
    const current = await lockWorkflow(transaction, environment.scope, workflow.id);
    const steps = nextSteps(draftSteps(changes.steps ?? []), current.steps);
    await updateWorkflow(transaction, current, environment.userId, { steps });
    return (await lockWorkflow(transaction, environment.scope, workflow.id)).workflow;
  });
  const { ref } = await anAcceptedEvent(db, environment, { id: workflow.id, versionId }, { to: "bob" });
  await runner.start(ref);
  expect(await messages("bob")).toEqual(["changed"]);
  expect(await jobs("a")).toEqual(["delay delayed", "in_app pending"]);
  await skip(HOUR + 120_000);
  expect(await messages("ada")).toEqual(["after"]);
});
