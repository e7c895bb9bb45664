import { afterAll, expect, test } from "vitest";
import { createTestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";

const { app, db, close } = await testApp();
afterAll(close);

async function aCaller() {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const call = async (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, payload?: object) => {
    const { headers } = environment;
    const reply = await app.inject({ method, url: `/v1/schedules${path}`, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.statusCode === 204 ? null : reply.json() };
  };
  const body = {
    name: "Weekly summary",
    workflow: workflow.identifier,
    to: { type: "Topic", topicKey: "crew" },
    payload: { week: 1 },
    recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
    timezone: "Europe/Berlin",
  };
  return { environment, workflow, call, body };
}

test("a schedule is created, read with its next five occurrences, changed, paused, resumed and deleted", async () => {
  const { workflow, call, body } = await aCaller();
  const created = await call("POST", "", body);
  expect(created.status).toBe(201);
  const { data } = created.body;
  expect(data).toMatchObject({
    name: "Weekly summary",
    to: body.to,
    payload: { week: 1 },
    recurrence: body.recurrence,
    workflow: { _id: workflow.id, identifier: workflow.identifier },
    timezone: "Europe/Berlin",
    inSubscriberTimezone: false,
    missed: "run_once",
    status: "active",
    failures: 0,
  });
  expect(data.nextRuns).toHaveLength(5);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", weekday: "short", hour: "numeric" });
  for (const moment of data.nextRuns) expect(clock.format(new Date(moment))).toBe("Mon, 09");
  expect((await call("GET", `/${data._id}`)).body.data).toEqual(data);

  const changed = await call("PATCH", `/${data._id}`, {
    payload: null,
    missed: "skip",
    recurrence: { ...body.recurrence, cronExpression: "0 9 * * 5" },
  });
  expect(changed.body.data).toMatchObject({ name: "Weekly summary", payload: {}, missed: "skip", to: body.to });
  expect(clock.format(new Date(changed.body.data.nextRuns[0]))).toBe("Fri, 09");

  const paused = await call("POST", `/${data._id}/pause`);
  expect(paused.body.data).toMatchObject({ status: "paused", nextRuns: [] });
  expect((await call("POST", `/${data._id}/pause`)).status).toBe(200);
  const resumed = await call("POST", `/${data._id}/resume`);
  expect(resumed.body.data).toMatchObject({ status: "active", nextRuns: changed.body.data.nextRuns });
  expect((await call("DELETE", `/${data._id}`)).status).toBe(204);
  expect((await call("GET", `/${data._id}`)).status).toBe(404);
  expect((await call("DELETE", `/${data._id}`)).status).toBe(404);
});

test("a recurrence is counted from startAt, or the creation, whatever is changed later", async () => {
  const { call, body } = await aCaller();
  const HOUR = 3_600_000;
  const startAt = new Date(Date.now() - 100 * 60_000);
  const every = (amount: number) => ({ recurrence: { type: "timed", amount, unit: "hours" } });
  const after = (from: Date, hours: number) => new Date(from.getTime() + hours * HOUR).toISOString();
  const { data } = (await call("POST", "", { ...body, ...every(6), startAt: startAt.toISOString() })).body;
  expect(data.nextRuns.slice(0, 2)).toEqual([after(startAt, 6), after(startAt, 12)]);
  await call("POST", `/${data._id}/pause`);
  expect((await call("POST", `/${data._id}/resume`)).body.data.nextRuns).toEqual(data.nextRuns);
  expect((await call("PATCH", `/${data._id}`, { timezone: "UTC" })).body.data.nextRuns).toEqual(data.nextRuns);

  const made = (await call("POST", "", { ...body, ...every(6) })).body.data;
  const from = new Date(new Date(made.nextRuns[0]).getTime() - 6 * HOUR);
  const changed = await call("PATCH", `/${made._id}`, every(4));
  expect(changed.body.data.nextRuns[0]).toBe(after(from, 4));
  await call("POST", `/${made._id}/pause`);
  expect((await call("POST", `/${made._id}/resume`)).body.data.nextRuns[0]).toBe(after(from, 4));
});

test("lists are paged by cursor, newest first, and filtered by status", async () => {
  const { call, body } = await aCaller();
  const names = ["a", "b", "c", "d", "e"];
  for (const name of names) await call("POST", "", { ...body, name });
  const seen: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const { body: page }: Awaited<ReturnType<typeof call>> = await call("GET", `?limit=2${next && `&after=${next}`}`);
    expect(page.hasMore).toBe(page.next !== null);
    seen.push(...page.data.map(({ name }: { name: string }) => name));
    next = page.next;
  }
  expect(seen).toEqual([...names].reverse());
  const { body: all } = await call("GET", "");
  await call("POST", `/${all.data[0]._id}/pause`);
  const { body: paused } = await call("GET", "?status=paused");
  expect(paused.data.map(({ name }: { name: string }) => name)).toEqual(["e"]);
  expect((await call("GET", "?after=00000000-0000-4000-8000-000000000001")).status).toBe(404);
});

const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString();

test.each<[string, object, number, string]>([
  ["an unknown workflow", { workflow: "nope" }, 422, "workflow nope names no workflow"],
  [
    "a cron expression that is none",
    { recurrence: { type: "cron", cronExpression: "9 9 9 9 99" } },
    400,
    "recurrence.cronExpression",
  ],
  [
    "one with seconds",
    { recurrence: { type: "cron", cronExpression: "0 0 9 * * 1" } },
    400,
    "recurrence.cronExpression must be a cron expression of five fields",
  ],
  ["one that never fires", { recurrence: { type: "cron", cronExpression: "0 9 31 2 *" } }, 400, "recurrence"],
  ["a time in the past", { recurrence: { type: "once", at: "2020-01-01T09:00" } }, 400, "recurrence has no occurrence"],
  [
    "a date that does not exist",
    { recurrence: { type: "once", at: "2027-02-31T09:00" } },
    400,
    "recurrence.at must be a date and time that exist",
  ],
  [
    "a year that is the year 10000 in UTC",
    { recurrence: { type: "once", at: "9999-12-31T23:59:59" }, timezone: "America/New_York" },
    400,
    "recurrence.at must be a date and time that exist",
  ],
  [
    "the year 0",
    { recurrence: { type: "once", at: "0000-01-01T00:00" } },
    400,
    "recurrence.at must be a date and time",
  ],
  ["a start that cannot be stored", { startAt: "0000-01-01T00:00:00Z" }, 400, "startAt must be a moment"],
  [
    "a date with a zone",
    { recurrence: { type: "once", at: "2027-02-01T09:00Z" } },
    400,
    "recurrence.at must be a date and time without a zone",
  ],
  [
    "days without a time",
    { recurrence: { type: "timed", amount: 1, unit: "days" } },
    400,
    "recurrence.timed.atTime should not be empty",
  ],
  ["seconds", { recurrence: { type: "timed", amount: 1, unit: "seconds" } }, 400, "recurrence.unit"],
  [
    "hours in everybody's zone",
    { recurrence: { type: "timed", amount: 1, unit: "hours" }, inSubscriberTimezone: true },
    400,
    "recurrence.unit must be days, weeks or months",
  ],
  ["a zone that is none", { timezone: "Mars/Olympus" }, 400, "timezone must be the name of a time zone"],
  [
    "an end before the start",
    { startAt: inAYear, endAt: "2026-01-01T00:00:00Z" },
    400,
    "endAt must not be before startAt",
  ],
  ["an end that is past", { endAt: "2020-01-01T00:00:00Z" }, 400, "recurrence has no occurrence"],
  ["nobody", { to: [] }, 400, "to"],
  ["profiles", { to: { subscriberId: "ada", email: "ada@example.com" } }, 400, "to"],
  [
    "too many who are excluded",
    { to: { type: "Topic", topicKey: "crew", exclude: Array.from({ length: 501 }, (_, index) => `s${index}`) } },
    400,
    "to",
  ],
  ["too many", { to: Array.from({ length: 101 }, (_, index) => `s${index}`) }, 400, "to"],
  ["attachments", { payload: { attachments: [{ name: "a" }] } }, 400, "payload.attachments is not supported"],
  ["a file", { payload: { attachments: [{ name: "a", file: "aGk=" }] } }, 400, "payload.attachments is not supported"],
])("a schedule with %s is refused", async (_, change, status, message) => {
  const { call, body } = await aCaller();
  const refused = await call("POST", "", { ...body, ...change });
  expect(refused.status).toBe(status);
  expect([refused.body.message].flat().join("; ")).toContain(message);
});

test("a schedule that has ended is not resumed, and goes on when it gets new times", async () => {
  const { call, body } = await aCaller();
  const { body: created } = await call("POST", "", body);
  await db.$client`update schedules set status = 'ended', next_at = null, fire_at = null where id = ${created.data._id}`;
  const refused = await call("POST", `/${created.data._id}/resume`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("has ended: change its recurrence"),
  ]);
  const changed = await call("PATCH", `/${created.data._id}`, { endAt: inAYear });
  expect(changed.body.data).toMatchObject({ status: "active", endAt: inAYear });
});
