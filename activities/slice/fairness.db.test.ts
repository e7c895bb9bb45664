import { expect, test } from "vitest";
import { SLICE_SIZE } from "#engine/policies.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { createTestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// The same by the clock is `npm run bench -- --only j`.

const { api, runner, environment: flooding } = await apiWithRunner();
const { db } = api;
const FLOOD = 3_000;
/** Slices of the flood that are in progress in a process when an event for few comes. */
const IN_PROGRESS = 3;

test("while an organisation floods, single events of another and critical ones of its own pass it by", async () => {
  const people = Array.from({ length: FLOOD }, (_, index) => ({ subscriberId: `person-${index}` }));
  for (let from = 0; from < FLOOD; from += 500)
    await storeSubscribers(db, flooding.scope, people.slice(from, from + 500));
  const quiet = await createTestEnvironment(db);
  const broadcast = await aWorkflow(db, flooding, [aStep("in_app")]);
  const critical = await aWorkflow(db, flooding, [aStep("in_app")], { critical: true });
  const single = await aWorkflow(db, quiet, [aStep("in_app")]);
  const served = async () => {
    const [row] = await db.$client<{ count: number }[]>`
      select count(*)::int as count from messages where workflow_id = ${broadcast.id}`;
    return row?.count ?? 0;
  };

  const { ref } = await anAcceptedEvent(db, flooding, broadcast, { audience: "broadcast" });
  const { cohorts } = await runner.call(runner.activities.resolveAudience, { event: ref });
  // As their executions do it: all at once.
  let isOver = false;
  const flood = Promise.all(
    Array.from({ length: cohorts }, (_, cohort) => runner.untilItWaits({ event: ref, cohort })),
  ).finally(() => {
    isOver = true;
  });
  while ((await served()) === 0) {}

  let passed = 0;
  for (const [environment, workflow] of [
    [quiet, single],
    [flooding, critical],
    [quiet, single],
  ] as const) {
    const event = await anAcceptedEvent(db, environment, workflow, { to: "person-1" });
    const before = await served();
    // As the API of this process does when it accepts one.
    runner.deps.gate.expectSmall();
    await runner.start(event.ref);
    const meanwhile = (await served()) - before;
    if (!isOver) passed += 1;
    // What was in progress is stored, and a slice or two that was cut.
    expect(meanwhile).toBeLessThanOrEqual((IN_PROGRESS + 1) * SLICE_SIZE);
  }
  expect(passed).toBeGreaterThan(0);
  await flood;
  expect(await served()).toBe(FLOOD);
});
