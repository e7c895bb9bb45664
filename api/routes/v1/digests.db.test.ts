import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { reconcile } from "#activities/reconcile.ts";
import { users } from "#db/schema/accounts/users.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createEventRunner } from "#test/support/run-event.ts";

// Open digests as their operators see and end them.

const api = await testApp();
const { db, app } = api;
afterAll(() => api.close());

const MINUTE = 60_000;
const digest = { ...aStep("digest"), metadata: { type: "regular", amount: 10, unit: "minutes", digestKey: "key" } };
const collected = aStep("in_app", { content: "{{ step.total_count }} of {{ name }}" });

/** A workflow that digests, and its events on a clock of their own. */
async function aDigest(steps: object[] = [digest, collected]) {
  const environment = await createTestEnvironment(db);
  const workflow = await aWorkflow(db, environment, steps);
  const runner = createEventRunner(db);
  const events = new Map<string, EventRef>();
  const request = (method: "GET" | "POST", url: string, of: TestEnvironment = environment) =>
    app.inject({ method, url: `/v1${url}`, headers: of.headers });
  const accept = async (name: string, given: object = {}) => {
    const before = api.started.length;
    const payload = { name: workflow.identifier, to: "ada", payload: { name }, ...given };
    const headers = environment.headers;
    const reply = await app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload });
    expect(reply.statusCode).toBe(201);
    const event = api.started[before]?.event;
    if (!event) throw new Error("the event was not started");
    events.set(name, event);
    return event;
  };
  const trigger = async (name: string, given: object = {}) => {
    const event = await accept(name, given);
    await runner.start(event);
    return event;
  };
  /** Lets every execution look. */
  const settle = async () => {
    for (const event of events.values()) {
      const cohorts = await db.$client<{ number: number }[]>`
        select number from cohorts where event_id = ${event.eventId}`;
      for (const { number } of cohorts) await runner.untilItWaits({ event, cohort: number });
    }
  };
  const messages = async () =>
    (
      await db.$client<{ content: string }[]>`
        select content from messages where environment_id = ${environment.environmentId} order by created_at`
    ).map(({ content }) => content);
  const jobs = async (name: string) =>
    (
      await db.$client<{ type: string; status: string }[]>`
        select j.type, j.status from jobs j join runs r on r.id = j.run_id
        where r.event_id = ${events.get(name)?.eventId ?? ""} order by j.run_id, j.position`
    ).map(({ type, status }) => `${type} ${status}`);
  /** Counters of all cohorts beside the jobs that they count. */
  const counted = async () =>
    db.$client`
      select c.event_id from cohorts c cross join lateral (
        select count(*) filter (where status = 'merged') as merged, count(*) filter (where status = 'canceled') as canceled,
          count(*) filter (where status = 'delayed') as delayed, count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status = 'failed') as failed
        from jobs j join runs r on r.id = j.run_id where r.cohort_id = c.id) j
      where c.environment_id = ${environment.environmentId}
        and (c.merged, c.canceled, c.delayed, c.pending, c.failed)
          <> (j.merged, j.canceled, j.delayed, j.pending, j.failed)`;
  const open = async (query = "") => (await request("GET", `/digests${query}`)).json().data;
  return { environment, workflow, runner, events, request, accept, trigger, settle, messages, jobs, counted, open };
}

test("open digests are listed with their events, by workflow, subscriber and key", async () => {
  const { workflow, trigger, open, request, runner, settle } = await aDigest();
  await trigger("a");
  await trigger("b");
  await trigger("c", { payload: { name: "c", key: "orders" } });
  await trigger("d", { to: "bob" });
  const all = await open();
  expect(all).toHaveLength(3);
  expect(await open("?subscriberId=ada")).toHaveLength(2);
  expect(await open("?key=orders")).toMatchObject([{ key: '"orders"', events: { count: 1, isMore: false } }]);
  expect(await open(`?workflowId=${workflow.id}&limit=2`)).toHaveLength(2);
  expect(await open("?subscriberId=nobody")).toEqual([]);
  const [first] = await open("?subscriberId=ada&key=");
  expect(first).toMatchObject({
    state: "open",
    subscriberId: "ada",
    events: { count: 2 },
    workflow: { identifier: workflow.identifier },
    transactionId: expect.any(String),
    openedAt: expect.any(String),
    closesAt: expect.any(String),
  });

  const page = (await request("GET", `/digests/${first.id}/events?limit=1`)).json();
  expect(page.data).toMatchObject([{ payload: { name: "a" }, state: "joined" }]);
  const rest = (await request("GET", `/digests/${first.id}/events?limit=1&cursor=${page.next}`)).json();
  expect(rest).toMatchObject({ data: [{ payload: { name: "b" } }], next: null });
  const elsewhere = await createTestEnvironment(db);
  expect((await request("GET", `/digests/${first.id}/events`, elsewhere)).statusCode).toBe(404);

  let paged = 0;
  for (let next: string | null = ""; next !== null; paged += 1) {
    next = (await request("GET", `/digests?limit=1&cursor=${next}`)).json().next;
  }
  expect(paged).toBe(3);
  const refused = await request("GET", "/digests?cursor=nonsense");
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/^cursor must be/);
  runner.skip(11 * MINUTE);
  await settle();
  expect(await open()).toEqual([]);
  expect((await request("GET", `/digests/${first.id}`)).json().data).toMatchObject({ state: "closed" });
});

test("a digest that is sent now goes out with the events that it has, and says who asked", async () => {
  const { trigger, open, request, settle, messages, jobs, events } = await aDigest();
  await trigger("a");
  await trigger("b");
  const [{ id }] = await open();
  const before = api.woken.length;
  const sent = await request("POST", `/digests/${id}/send`);
  expect(sent.statusCode).toBe(200);
  expect(sent.json().data).toMatchObject({ state: "sending", sentBy: { kind: "key", name: "Ada Lovelace" } });
  expect(api.woken.slice(before)).toMatchObject([{ event: { eventId: events.get("a")?.eventId } }]);
  expect((await request("POST", `/digests/${id}/send`)).statusCode).toBe(200);
  await settle();
  expect(await messages()).toEqual(["2 of a"]);
  expect(await jobs("b")).toEqual(["digest merged", "in_app merged"]);
  const [detail] = await db.$client`
    select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${events.get("a")?.eventId ?? ""} and d.detail like 'Digest was closed%'`;
  expect(JSON.parse(detail?.raw)).toMatchObject({ by: { name: "Ada Lovelace" } });
  const again = await request("POST", `/digests/${id}/send`);
  expect(again.json().data).toMatchObject({ state: "closed" });
  expect((await request("POST", `/digests/${id}/discard`)).statusCode).toBe(409);
  expect(await messages()).toEqual(["2 of a"]);
});

test("a digest that is discarded sends nothing, and all of its runs end as cancelled by whoever did it", async () => {
  const { environment, trigger, open, request, settle, messages, jobs, counted, events, runner } = await aDigest();
  await db.update(users).set({ firstName: "Grace", lastName: null }).where(eq(users.id, environment.userId));
  await trigger("a");
  await trigger("b");
  await trigger("c");
  const [{ id }] = await open();
  const discarded = await request("POST", `/digests/${id}/discard`);
  expect(discarded.json().data).toMatchObject({ state: "discarded", discardedBy: { name: "Grace" } });
  for (const name of ["a", "b", "c"]) {
    expect(await jobs(name)).toEqual(["digest canceled", "in_app canceled"]);
    const details = await db.$client`
      select d.raw from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${events.get(name)?.eventId ?? ""} and d.detail = 'Digest was discarded'`;
    expect(details).toHaveLength(2);
    expect(JSON.parse(details[0]?.raw)).toMatchObject({ by: { kind: "key", name: "Grace" } });
  }
  expect(await counted()).toEqual([]);
  expect((await request("POST", `/digests/${id}/discard`)).statusCode).toBe(200);
  expect((await request("POST", `/digests/${id}/send`)).statusCode).toBe(409);
  runner.skip(20 * MINUTE);
  await settle();
  expect(await messages()).toEqual([]);
  expect((await request("GET", `/digests/${id}/events`)).json().data).toHaveLength(3);

  await trigger("later");
  runner.skip(20 * MINUTE);
  await settle();
  expect(await messages()).toEqual(["1 of later"]);
});

test("of joins, a close, a send and a discard at once, each event is sent once or its run ends as discarded", async () => {
  for (let round = 0; round < 8; round++) {
    const { accept, trigger, open, request, settle, messages, jobs, counted, runner } = await aDigest();
    await trigger("first");
    const [{ id }] = await open();
    const joining = ["a", "b", "c", "d"];
    const accepted = [];
    for (const name of joining) accepted.push(await accept(name));
    runner.skip(10 * MINUTE + round * 1_000);
    const [discarded] = await Promise.all([
      request("POST", `/digests/${id}/discard`),
      round % 2 === 0 ? settle() : request("POST", `/digests/${id}/send`),
      ...accepted.map((event) => runner.start(event)),
    ]);
    await settle();
    runner.skip(30 * MINUTE);
    await settle();
    const sent = (await messages()).map((content) => Number(content.split(" ")[0]));
    const ended = (await Promise.all(["first", ...joining].map(jobs))).filter(([first]) => first === "digest canceled");
    const total = sent.reduce((sum, count) => sum + count, 0) + ended.length;
    expect({ total, isDiscarded: ended.length > 0 }).toEqual({ total: 5, isDiscarded: discarded.statusCode === 200 });
    expect(await counted()).toEqual([]);
  }
});

test("cancelling an event starts the execution again that has ended because its run joined a digest", async () => {
  const { environment, trigger, settle, jobs, counted, events } = await aDigest();
  await trigger("a");
  await trigger("b");
  const cancel = (name: string) =>
    app.inject({
      method: "DELETE",
      url: `/v1/events/trigger/${events.get(name)?.transactionId}`,
      headers: environment.headers,
    });
  const before = api.woken.length;
  expect((await cancel("b")).json()).toEqual({ data: true });
  expect(api.woken.slice(before)).toMatchObject([{ event: { eventId: events.get("b")?.eventId } }]);
  await settle();
  expect(await jobs("b")).toEqual(["digest canceled", "in_app canceled"]);
  expect((await cancel("b")).json()).toEqual({ data: false });
  expect(await counted()).toEqual([]);
  // One that waits has an execution that listens.
  expect((await cancel("a")).json()).toEqual({ data: true });
  expect(api.woken).toHaveLength(before + 1);
});

test("runs of a discarded digest that were left are ended by the reconciler", async () => {
  const { trigger, open, request, jobs, counted, runner } = await aDigest();
  await trigger("a");
  await trigger("b");
  const [{ id }] = await open();
  // As when the process dies after the discard was stored.
  await db.$client`
    create function die() returns trigger language plpgsql as $$
    begin if new.stop_reason = 'canceled' and old.stop_reason = 'merged' then raise exception 'died'; end if; return new; end $$`;
  await db.$client`create trigger die before update on runs for each row execute function die()`;
  expect((await request("POST", `/digests/${id}/discard`)).statusCode).toBe(500);
  await db.$client`drop trigger die on runs`;
  expect(await jobs("b")).toEqual(["digest merged", "in_app merged"]);
  await reconcile(runner.deps)();
  expect(await jobs("a")).toEqual(["digest canceled", "in_app canceled"]);
  expect(await jobs("b")).toEqual(["digest canceled", "in_app canceled"]);
  expect(await counted()).toEqual([]);
  expect(await db.$client`select from digest_windows where id = ${id} and is_ending`).toHaveLength(0);
});

test("an event that was cancelled before its digest closed is shown with it, and not sent", async () => {
  const { trigger, open, request, settle, messages, events, runner } = await aDigest();
  await trigger("a");
  await trigger("b");
  const [{ id }] = await open();
  const canceled = events.get("b")?.transactionId;
  await db.$client`update events set canceled_at = now() where transaction_id = ${canceled ?? ""}`;
  await db.$client`update cohorts set due_at = now() where event_id = ${events.get("b")?.eventId ?? ""}`;
  await settle();
  expect((await request("GET", `/digests/${id}`)).json().data.events).toEqual({ count: 1, isMore: false });
  expect((await request("GET", `/digests/${id}/events`)).json().data).toMatchObject([
    { payload: { name: "a" }, state: "joined" },
    { payload: { name: "b" }, state: "canceled" },
  ]);
  runner.skip(11 * MINUTE);
  await settle();
  expect(await messages()).toEqual(["1 of a"]);
  const [run] = await db.$client<{ id: string }[]>`
    select id from runs where event_id = ${events.get("a")?.eventId ?? ""}`;
  const activity = (await request("GET", `/notifications/${run?.id}`)).json().data;
  expect(activity.jobs[0].digest).toMatchObject({
    events: [{ name: "a" }],
    canceledEvents: [{ transactionId: canceled, payload: { name: "b" } }],
  });
});
