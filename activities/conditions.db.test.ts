import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

let db: Database;
let environment: TestEnvironment;
/** One moment for the whole of a test. */
let now: Date;
let runner: EventRunner;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  environment = await createTestEnvironment(db);
});
beforeEach(() => {
  now = new Date();
  runner = createEventRunner(db, { clock: () => now });
});
afterEach(() => runner.close());
afterAll(() => closeDatabase(db));

const EARLIER = "7b1f4c6e-0a0b-4c53-9d43-1f2f1f3a5b6c";
const when = (...children: object[]) => [{ value: "AND", children }] as never;
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const eventOf = async (steps: object[], to: unknown) =>
  (await anAcceptedEvent(db, environment, await aWorkflow(db, environment, steps), { to })).ref;

const jobsOf = async (eventId: string) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
    where r.event_id = ${eventId} order by j.position`
  ).map((job) => `${job.type} ${job.status}`);

describe("a condition that is not finished", () => {
  const begun = { on: "payload", field: "", operator: "EQUAL", value: "" };
  const vip = { on: "payload", field: "vip", operator: "EQUAL", value: "yes" };
  const withoutValue = { on: "payload", field: "vip", operator: "NOT_EQUAL", value: "" };

  test.each<[string, object[], string]>([
    ["alone filters nothing", [begun], "completed"],
    [
      "in a group of its own filters nothing",
      [{ value: "OR", isNegated: true, children: [begun, withoutValue] }],
      "completed",
    ],
    ["leaves the decision to the others", [begun, vip], "canceled"],
  ])("%s", async (_, children, status) => {
    const ref = await eventOf([aStep("in_app", {}, { filters: when(...children) })], "somebody");
    await runner.toEnd(ref);
    expect(await jobsOf(ref.eventId)).toEqual([`in_app ${status}`]);
  });

  test("chooses neither its branch nor its variant, and skips nothing", async () => {
    const branch = {
      type: "branch",
      branches: [{ branchId: "begun", filters: when(begun) }],
      defaultBranchId: "others",
    };
    const ref = await eventOf(
      [
        aStep("branch", {}, { metadata: branch as never }),
        aStep("in_app", {}, { branchId: "begun" }),
        aStep(
          "in_app",
          { content: "own" },
          {
            branchId: "others",
            variants: [
              { name: "Begun", filters: when(begun), template: { type: "in_app", content: "variant" } },
            ] as never,
          },
        ),
      ],
      "somebody-else",
    );
    await runner.toEnd(ref);
    expect(await jobsOf(ref.eventId)).toEqual(["branch completed", "in_app canceled", "in_app completed"]);
    const messages = await db.$client`select content from messages where event_id = ${ref.eventId}`;
    expect(messages).toEqual([{ content: "own" }]);
  });
});

describe("presence", () => {
  interface Seen {
    isOnline: boolean | null;
    lastOnlineAt?: Date | null;
  }

  /** Status of a step with this condition, for a subscriber whose presence is stored so. */
  async function statusFor(subscriberId: string, { isOnline, lastOnlineAt = null }: Seen, condition: object) {
    await db.$client`
      insert into subscribers (organization_id, environment_id, subscriber_id, is_online, last_online_at)
      values (${environment.organizationId}, ${environment.environmentId}, ${subscriberId}, ${isOnline},
        ${lastOnlineAt?.toISOString() ?? null})
      on conflict (environment_id, subscriber_id) where deleted_at is null
      do update set is_online = excluded.is_online, last_online_at = excluded.last_online_at`;
    const ref = await eventOf([aStep("in_app", {}, { filters: when(condition) })], subscriberId);
    await runner.toEnd(ref);
    return (await jobsOf(ref.eventId))[0];
  }

  test.each([
    [null, true, "canceled"],
    [null, false, "canceled"],
    [true, true, "completed"],
    [true, false, "canceled"],
    [false, false, "completed"],
    [false, true, "canceled"],
  ])("a subscriber who is online: %j, asked for %j: %s", async (isOnline, value, status) => {
    expect(await statusFor("presence", { isOnline }, { on: "isOnline", value })).toBe(`in_app ${status}`);
  });

  test.each([
    ["minutes", 5, 5, "completed"],
    ["minutes", 5, 6, "canceled"],
    ["hours", 1, 119, "completed"],
    ["hours", 1, 120, "canceled"],
    ["days", 1, 2 * 24 * 60 - 1, "completed"],
    ["days", 1, 2 * 24 * 60, "canceled"],
  ])("online in the last %s, %j of them, %j minutes ago: %s", async (timeOperator, value, minutes, status) => {
    const seen = { isOnline: false, lastOnlineAt: minutesAgo(minutes) };
    expect(await statusFor("last-seen", seen, { on: "isOnlineInLast", timeOperator, value })).toBe(`in_app ${status}`);
  });

  test("online in the last minutes: who is online now passes, who was never seen does not", async () => {
    const condition = { on: "isOnlineInLast", timeOperator: "minutes", value: 5 };
    const now = await statusFor("here", { isOnline: true, lastOnlineAt: minutesAgo(600) }, condition);
    expect(now).toBe("in_app completed");
    expect(await statusFor("never", { isOnline: null }, condition)).toBe("in_app canceled");
  });
});

describe("the message of an earlier step", () => {
  const delay = aStep("delay", {}, { metadata: { type: "regular", amount: 1, unit: "minutes" } as never });
  const asking = (stepType: string) =>
    aStep("in_app", {}, { filters: when({ on: "previousStep", step: EARLIER, stepType }) });
  const earlier = (type: "email" | "in_app", step: object = {}) => aStep(type, {}, { uuid: EARLIER, ...step });

  /** Status of the last step, after something has happened to the event's messages while the run waited. */
  async function statusAfter(steps: object[], meanwhile?: (eventId: string) => Promise<unknown>) {
    const ref = await eventOf(steps, { subscriberId: "reader", email: "reader@example.com" });
    await runner.start(ref);
    await meanwhile?.(ref.eventId);
    now = new Date(now.getTime() + 120_000);
    await runner.untilItWaits({ event: ref, cohort: 0 });
    return (await jobsOf(ref.eventId)).at(-1);
  }

  test.each([
    ["unread", "completed"],
    ["unseen", "completed"],
    ["read", "canceled"],
    ["seen", "canceled"],
  ])("an email without a report is %s: %s, at once and after a delay", async (stepType, status) => {
    expect(await statusAfter([earlier("email"), asking(stepType)])).toBe(`in_app ${status}`);
    expect(await statusAfter([earlier("email"), delay, asking(stepType)])).toBe(`in_app ${status}`);
  });

  test.each([
    ["unread", "canceled"],
    ["unseen", "canceled"],
    ["read", "completed"],
    ["seen", "completed"],
  ])("an inbox message that was read during the delay is %s: %s", async (stepType, status) => {
    const read = (eventId: string) =>
      db.$client`update messages set seen = true, read = true where event_id = ${eventId}`;
    expect(await statusAfter([earlier("in_app"), delay, asking(stepType)], read)).toBe(`in_app ${status}`);
  });

  /** Stores a report as a provider's delivery webhook leaves it. */
  const report = (status: string) => (eventId: string) =>
    db.$client`
    insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail,
      source, status, webhook_status, raw, expire_at)
    select m.organization_id, m.environment_id, m.run_id, m.job_id, m.id, m.provider_id, ${`Reported - (${status})`},
      'Webhook', 'Success', ${status}, '{}', r.expire_at
    from messages m join runs r on r.id = m.run_id where m.event_id = ${eventId}`;

  test.each([
    ["unread", "canceled", "completed"],
    ["unseen", "canceled", "completed"],
    ["read", "completed", "canceled"],
    ["seen", "completed", "canceled"],
  ])(
    "asked whether it is %s, an email that was reported as opened during the delay is %s, and one that was delivered is %s",
    async (stepType, opened, delivered) => {
      const steps = [earlier("email"), delay, asking(stepType)];
      expect(await statusAfter(steps, report("opened"))).toBe(`in_app ${opened}`);
      expect(await statusAfter(steps, report("delivered"))).toBe(`in_app ${delivered}`);
    },
  );

  test.each(["read", "seen", "unread", "unseen"])(
    "a condition on a step that was filtered passes: %s",
    async (stepType) => {
      const never = when({ on: "payload", field: "never", operator: "IS_DEFINED" });
      const filtered = earlier("in_app", { filters: never });
      expect(await statusAfter([filtered, asking(stepType)])).toBe("in_app completed");
      expect(await statusAfter([filtered, delay, asking(stepType)])).toBe("in_app completed");
    },
  );

  test("a step that failed before it had a message passes", async () => {
    await db.$client`update integrations set active = false where environment_id = ${environment.environmentId} and channel = 'email'`;
    expect(await statusAfter([earlier("email"), delay, asking("read")])).toBe("in_app completed");
  });
});

test("one passing group of several is enough; when none passes, the history has every condition", async () => {
  const equals = (field: string, value: string) => ({ on: "payload", field, operator: "EQUAL", value });
  const filters = [
    { value: "AND", children: [equals("plan", "pro")] },
    { value: "OR", children: [equals("city", "Rome"), equals("city", "Oslo")] },
  ] as never;
  const workflow = await aWorkflow(db, environment, [aStep("in_app", {}, { filters })]);
  const ended = async (payload: object) => {
    const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", payload: { ...payload } });
    await runner.toEnd(ref);
    return ref;
  };
  expect(await jobsOf((await ended({ plan: "free", city: "Oslo" })).eventId)).toEqual(["in_app completed"]);
  const { eventId } = await ended({ plan: "free", city: "Bonn" });
  expect(await jobsOf(eventId)).toEqual(["in_app canceled"]);
  const [detail, ...others] = await db.$client`
    select d.detail, d.raw from execution_details d join runs r on r.id = d.run_id where r.event_id = ${eventId}`;
  expect([detail?.detail, others]).toEqual(["Step was filtered based on steps filters", []]);
  const failed = { filter: "Payload", operator: "EQUAL", passed: false };
  expect(JSON.parse(detail?.raw)).toEqual({
    filter: {
      conditions: [
        { ...failed, field: "plan", expected: "pro", actual: "free" },
        { ...failed, field: "city", expected: "Rome", actual: "Bonn" },
        { ...failed, field: "city", expected: "Oslo", actual: "Bonn" },
      ],
      passed: false,
    },
    preferences: { passed: true },
  });
});

test.each(["step", "variant"])(
  "an expected value of a %s that cannot be rendered fails that step alone",
  async (where) => {
    const value = "{% for x in (1..100000000) %}{{ x }}{% endfor %}";
    const filters = when({ on: "payload", field: "x", operator: "EQUAL", value });
    const variants = [{ name: "Other", filters, template: { type: "in_app", content: "other" } }] as never;
    const ref = await eventOf(
      [aStep("in_app", {}, where === "step" ? { filters } : { variants }), aStep("in_app")],
      "ada",
    );
    await runner.toEnd(ref);
    expect(await jobsOf(ref.eventId)).toEqual(["in_app failed", "in_app completed"]);
    const [detail] = await db.$client`
    select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
    where r.event_id = ${ref.eventId} order by d.created_at`;
    expect(detail).toMatchObject({ detail: "Processing step filter failed", status: "Failed" });
    expect(JSON.parse(detail?.raw).error).not.toBe("");
  },
);
