import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { ServiceLevel } from "#contract/constants/statuses.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { eventQuotas } from "#db/schema/events/event-quotas.ts";
import { createEventQuota } from "#events/event-quota.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

const config = { ...testConfig, planLimits: "standard" as const };
const api = await testApp({ config });
const { db } = api;
const runner = createEventRunner(db, { config });
afterAll(async () => {
  await runner.close();
  await api.close();
});

async function anOrganization(serviceLevel: ServiceLevel) {
  const environment = await createTestEnvironment(db);
  await db.update(organizations).set({ serviceLevel }).where(eq(organizations.id, environment.organizationId));
  const [group] = (await call("GET", "/notification-groups")).json().data;
  const save = (steps: object[]) =>
    call("POST", "/workflows", { name: "Waits", notificationGroupId: group._id, active: true, steps });
  return { environment, save, call };

  function call(method: "GET" | "POST" | "PUT", url: string, payload?: object) {
    return api.app.inject({ method, url: `/v1${url}`, headers: environment.headers, ...(payload && { payload }) });
  }
}

const wait = (type: "delay" | "digest", metadata: object) => aStep(type, {}, { metadata: metadata as never });
const days = (amount: number) => ({ type: "regular", amount, unit: "days" });

describe("a wait that is longer than the plan allows", () => {
  test("is refused when the workflow is saved or changed, by the fields that make it so", async () => {
    const { save, call } = await anOrganization("pro");
    const message = "TIER_LIMIT_EXCEEDED. The maximum delay allowed is 7 days. Contact support to have it extended.";
    const refused = await save([aStep("sms"), wait("digest", days(8))]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toEqual([
      `steps.1.metadata.amount: ${message}`,
      `steps.1.metadata.unit: ${message}`,
    ]);
    const monthly = wait("digest", { type: "timed", timed: { cronExpression: "0 9 1 * *" } });
    expect((await save([monthly])).json().message).toEqual([`steps.0.metadata.timed.cronExpression: ${message}`]);
    const saved = (await save([wait("delay", days(7)), aStep("sms")])).json().data;
    const changed = await call("PUT", `/workflows/${saved._id}`, { steps: [wait("delay", days(30))] });
    expect(changed.statusCode).toBe(400);
  });

  test.each(["delay", "digest"] as const)(
    "fails a %s that is reached all the same, and the run goes on",
    async (type) => {
      const { environment } = await anOrganization("free");
      const workflow = await aWorkflow(db, environment, [wait(type, days(2)), aStep("in_app")]);
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
      await runner.start(ref);
      const jobs = await db.$client<{ status: string }[]>`
      select status from jobs where run_id in (select id from runs where event_id = ${ref.eventId}) order by position`;
      expect(jobs.map(({ status }) => status)).toEqual(["failed", "completed"]);
      const [detail] = await db.$client`
      select detail, status, raw from execution_details
      where run_id in (select id from runs where event_id = ${ref.eventId}) and status = 'Failed'`;
      expect(detail).toMatchObject({ detail: "Wait is longer than the plan of the organization allows" });
      expect(JSON.parse(detail?.raw ?? "{}")).toEqual({
        errors: [{ issueType: "TIER_LIMIT_EXCEEDED", message: expect.stringContaining("1 day.") }],
      });
    },
  );

  test("is one that an event brings itself, too", async () => {
    const { environment } = await anOrganization("free");
    const workflow = await aWorkflow(db, environment, [
      wait("delay", { type: "scheduled", delayPath: "at" }),
      aStep("in_app"),
    ]);
    const at = (hours: number) => ({ at: new Date(runner.deps.clock().getTime() + hours * 3_600_000).toISOString() });
    const statuses = [];
    for (const payload of [at(23), at(50)]) {
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", payload });
      await runner.start(ref);
      const [job] = await db.$client`
        select status from jobs where position = 0 and run_id in (select id from runs where event_id = ${ref.eventId})`;
      statuses.push(job?.status);
    }
    expect(statuses).toEqual(["delayed", "failed"]);
  });
});

test("a digest of 400 days is accepted without a limit, and waits", async () => {
  const { environment, save } = await anOrganization("unlimited");
  const saved = await save([wait("digest", days(400)), aStep("in_app")]);
  expect(saved.statusCode).toBe(201);
  const workflow = await aWorkflow(db, environment, [wait("digest", days(400)), aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.start(ref);
  const [run] = await db.$client`
    select extract(day from due_at - created_at)::int as waits, expire_at > due_at + interval '29 days' as kept
    from runs where event_id = ${ref.eventId}`;
  expect(run).toEqual({ waits: 400, kept: true });
});

test("the workflows of an environment are counted, where a plan limits them", async () => {
  const { environment, save } = await anOrganization("free");
  for (let count = 0; count < 20; count++) await aWorkflow(db, environment, []);
  const refused = await save([]);
  expect(refused.statusCode).toBe(400);
  expect(JSON.stringify(refused.json().message)).toContain("LIMIT_REACHED");
  const { save: saveMore, environment: larger } = await anOrganization("business");
  for (let count = 0; count < 20; count++) await aWorkflow(db, larger, []);
  expect((await saveMore([])).statusCode).toBe(201);
});

test("the activity feed shows a run for as long as the plan says, and still has it afterwards", async () => {
  const { environment, call } = await anOrganization("free");
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.start(ref);
  const list = async () => (await call("GET", "/notifications")).json().data;
  const [shown] = await list();
  expect(shown).toBeDefined();
  await db.$client`update runs set created_at = created_at - interval '25 hours' where event_id = ${ref.eventId}`;
  expect(await list()).toEqual([]);
  expect((await call("GET", `/notifications/${shown._id}`)).statusCode).toBe(404);
  await db.update(organizations).set({ serviceLevel: "pro" }).where(eq(organizations.id, environment.organizationId));
  expect(await list()).toHaveLength(1);
});

test("statistics and histories reach as far back as the activity feed", async () => {
  const { environment, call } = await anOrganization("free");
  const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.start(ref);
  const [run] = await db.$client<{ id: string }[]>`select id from runs where event_id = ${ref.eventId}`;
  const reads = async () => {
    const read = async (url: string) => (await call("GET", url)).json().data;
    return {
      stats: await read("/notifications/stats"),
      days: (await read("/notifications/graph/stats")).length,
      details: (await read(`/execution-details?notificationId=${run?.id}&subscriberId=ada`)).length > 0,
    };
  };
  const all = { stats: { weeklySent: 1, monthlySent: 1 }, days: 1, details: true };
  expect(await reads()).toEqual(all);
  await db.$client`update runs set created_at = created_at - interval '25 hours' where event_id = ${ref.eventId}`;
  expect(await reads()).toEqual({ stats: { weeklySent: 0, monthlySent: 0 }, days: 0, details: false });
  await db.update(organizations).set({ serviceLevel: "pro" }).where(eq(organizations.id, environment.organizationId));
  expect(await reads()).toEqual(all);
});

describe("the events of a month", () => {
  /** An organisation that has used so many of this month's events. */
  async function used(serviceLevel: ServiceLevel, taken: number) {
    const { environment } = await anOrganization(serviceLevel);
    const workflow = await aWorkflow(db, environment, [aStep("in_app")]);
    const { organizationId } = environment;
    const month = new Date().toISOString().slice(0, 7);
    await db.insert(eventQuotas).values({ organizationId, month, taken });
    const trigger = async (app: typeof api, body: object = {}) => {
      const reply = await app.app.inject({
        method: "POST",
        url: "/v1/events/trigger",
        headers: environment.headers,
        payload: { name: workflow.identifier, to: "ada", ...body },
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    return { environment, organizationId, workflow, trigger };
  }
  const takenOf = async (organizationId: string) =>
    (await db.select().from(eventQuotas).where(eq(eventQuotas.organizationId, organizationId)))[0];

  test("are never more than the plan includes, however many processes accept them at once", async () => {
    const { environment, organizationId, workflow, trigger } = await used("free", 9_990);
    const other = await testApp({ config });
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => trigger(index % 2 ? api : other, { transactionId: `t-${index}` })),
    );
    const accepted = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status !== 201);
    expect([accepted.length, refused.length]).toEqual([10, 30]);
    for (const { status, body } of refused) {
      expect([status, body.error]).toEqual([402, "Payment Required"]);
      expect(body.message).toContain("includes 10000 events a month");
    }
    const [stored] = await db.$client`
      select count(*)::int as events from events where organization_id = ${organizationId}`;
    expect(stored).toEqual({ events: 10 });
    const { transactionId } = accepted[0]?.body.data ?? {};
    expect(await trigger(api, { transactionId })).toMatchObject({
      status: 201,
      body: { data: { status: "processed" } },
    });
    const bulk = await api.app.inject({
      method: "POST",
      url: "/v1/events/trigger/bulk",
      headers: environment.headers,
      payload: { events: [{ name: workflow.identifier, to: "ada", payload: {} }] },
    });
    expect(bulk.json().data).toMatchObject([{ status: "error", error: [expect.stringContaining("used up")] }]);
    await other.close();
  });

  test("count neither what was refused nor what was there already, and a process that ends gives its rest back", async () => {
    const { organizationId, trigger } = await used("free", 0);
    const app = await testApp({ config });
    expect((await trigger(app, { transactionId: "once" })).status).toBe(201);
    expect((await trigger(app, { transactionId: "once" })).status).toBe(201);
    expect((await trigger(app, { name: "nothing" })).status).toBe(422);
    expect((await trigger(app, { to: [] })).body.data.status).toBe("invalid_recipients");
    await app.close();
    expect(await takenOf(organizationId)).toMatchObject({ taken: 1 });
  });

  test("that are used up refuse no later attempt of the same call, once the plan was changed", async () => {
    const { environment, organizationId, workflow } = await used("free", 10_000);
    const attempt = async () => {
      const app = await testApp({ config });
      const reply = await app.app.inject({
        method: "POST",
        url: "/v1/events/trigger",
        headers: { ...environment.headers, "idempotency-key": organizationId },
        payload: { name: workflow.identifier, to: "ada" },
      });
      await app.close();
      return reply.statusCode;
    };
    expect(await attempt()).toBe(402);
    await db.update(organizations).set({ serviceLevel: "pro" }).where(eq(organizations.id, organizationId));
    expect(await attempt()).toBe(201);
  });

  test("do not end on a plan that sells more of them", async () => {
    const { trigger } = await used("pro", 30_000);
    expect((await trigger(api)).status).toBe(201);
  });

  test("are new ones in the next month", async () => {
    const { organizationId } = await used("free", 10_000);
    let now = new Date();
    const quota = createEventQuota({ db, config, clock: () => now });
    await expect(quota?.take({ organizationId })).rejects.toThrow("used up");
    now = new Date(now.getTime() + 32 * 24 * 3_600_000);
    await quota?.take({ organizationId });
    await quota?.close();
    expect(await takenOf(organizationId)).toMatchObject({ month: now.toISOString().slice(0, 7), taken: 1 });
  });
});

describe("a demo provider", () => {
  const sms = (limit: number, at?: Date) =>
    createEventRunner(db, {
      config: { ...config, demoLimits: { email: 300, sms: limit } },
      ...(at && { clock: () => at }),
    });

  const aText = async (people: number) => {
    const environment = await createTestEnvironment(db);
    const to = Array.from({ length: people }, (_, index) => ({ subscriberId: `p-${index}`, phone: `+49${index}` }));
    await storeSubscribers(db, environment.scope, to);
    const workflow = await aWorkflow(db, environment, [aStep("sms", { content: "Hi" })]);
    const send = async (some = to) => (await anAcceptedEvent(db, environment, workflow, { to: some })).ref;
    const sent = async () => {
      const rows = await db.$client<{ status: string }[]>`
        select status from jobs where environment_id = ${environment.environmentId} order by created_at, id`;
      return rows.filter(({ status }) => status === "completed").length;
    };
    return { environment, send, sent };
  };

  test("sends as many messages of a month as its limit, also by several workers at once", async () => {
    const { send, sent } = await aText(5);
    const workers = [sms(12), sms(12), sms(12)];
    const refs = await Promise.all(Array.from({ length: 6 }, () => send()));
    await Promise.all(refs.map((ref, index) => workers[index % 3]?.start(ref)));
    expect(await sent()).toBe(12);
    await Promise.all(workers.map((worker) => worker.close()));
  });

  test("counts a job once that two attempts decide at the same time", async () => {
    const { send, sent } = await aText(1);
    const workers = [sms(2), sms(2)];
    for (let event = 0; event < 2; event++) {
      const ref = await send();
      await Promise.all(workers.map((worker) => worker.start(ref)));
    }
    expect(await sent()).toBe(2);
    await Promise.all(workers.map((worker) => worker.close()));
  });

  test("works again in the next month, and whoever has no number uses nothing up", async () => {
    const { environment, send, sent } = await aText(2);
    await storeSubscribers(db, environment.scope, [{ subscriberId: "no-number" }]);
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const [worker, later] = [sms(1), sms(1, next)];
    await worker.start(await send([{ subscriberId: "no-number" } as never]));
    await worker.start(await send());
    expect(await sent()).toBe(1);
    await later.start(await send());
    expect(await sent()).toBe(2);
    const details = await db.$client`
      select from execution_details where environment_id = ${environment.environmentId}
        and detail = 'Belfry''s provider limit has been reached' and status = 'Failed'`;
    expect(details).toHaveLength(2);
    await Promise.all([worker.close(), later.close()]);
  });
});
