import { expect, test } from "vitest";
import { MAX_WAIT_DAYS } from "#contract/constants/limits.ts";
import { apiWithRunner } from "#test/support/api-with-runner.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

const DAY = 24 * 60 * 60 * 1000;
const TABLES = ["runs", "jobs", "execution_details", "deliveries", "messages"];

const { api, environment, runner } = await apiWithRunner();

const trigger = (name: string, body: object) =>
  api.app.inject({
    method: "POST",
    url: "/v1/events/trigger",
    headers: { ...environment.headers, "content-type": "application/json" },
    payload: JSON.stringify({ name, to: "ada", ...body }),
  });

async function partitions(): Promise<Record<string, number>> {
  const rows = await api.db.$client<{ table: string; count: number }[]>`
    select inhparent::regclass::text as table, count(*)::int as count from pg_inherits
    where inhparent = any(${TABLES}::regclass[]) group by 1`;
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
}

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

test("triggers with dates a month apart, up to the ceiling, add no partition and use none but those of the months ahead", async () => {
  const before = await partitions();
  expect(Object.keys(before).sort()).toEqual([...TABLES].sort());
  const { identifier } = await aWorkflow(api.db, environment, [
    aStep("in_app", { content: "now" }),
    aStep("delay", {}, { metadata: { type: "scheduled", delayPath: "at" } as never }),
    aStep("in_app", { content: "later" }),
  ]);
  for (let days = 0; days <= MAX_WAIT_DAYS; days += 30) {
    const reply = await trigger(identifier, { payload: { at: inDays(Math.max(days, 0.001)) } });
    expect(reply.json().data).toMatchObject({ status: "processed" });
    const start = api.started.at(-1);
    if (!start) throw new Error("The event was not started");
    await runner.start(start.event);
  }
  expect(await partitions()).toEqual(before);
  const used = await api.db.$client`
    select distinct tableoid::regclass::text as partition from runs where environment_id = ${environment.environmentId}`;
  expect(used.length).toBeGreaterThan(5);
  // Months ahead have partitions of their own: nothing needs the default one.
  expect(used.map(({ partition }) => partition)).not.toContain("runs_default");
});

test.each([
  ["a date in the payload", { payload: { at: inDays(MAX_WAIT_DAYS + 2) } }, "scheduled"],
  ["a date decades ahead", { payload: { at: "2099-01-01T00:00:00.000Z" } }, "scheduled"],
  ["an override", { overrides: { delay: { amount: 7, unit: "months" } } }, "regular"],
  ["an override of an absurd length", { overrides: { delay: { amount: 1e9, unit: "weeks" } } }, "regular"],
])("%s beyond the ceiling is answered with 400, and nothing is stored", async (_, body, type) => {
  const { identifier } = await aWorkflow(api.db, environment, [
    aStep("delay", {}, { metadata: { type, delayPath: "at", amount: 1, unit: "days" } as never }),
    aStep("in_app"),
  ]);
  const transactionId = `beyond-${Math.random()}`;
  const reply = await trigger(identifier, { ...body, transactionId });
  expect(reply.statusCode).toBe(400);
  expect(JSON.stringify(reply.json())).toContain(`${MAX_WAIT_DAYS} days at most`);
  expect(await api.db.$client`select 1 from events where transaction_id = ${transactionId}`).toHaveLength(0);
});
