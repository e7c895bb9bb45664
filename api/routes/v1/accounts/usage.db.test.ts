import { expect, onTestFinished, test } from "vitest";
import { createTestEnvironment, type TestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { signedIn } from "#test/support/sign-in.ts";

const MONTH = new Date().toISOString().slice(0, 7);
const startOf = (back: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString();
};

async function usageOf(
  planLimits: "off" | "standard",
  serviceLevel = "free",
  given?: (of: TestEnvironment) => unknown,
) {
  const api = await testApp({ config: { ...testConfig, planLimits } });
  onTestFinished(() => api.close());
  const environment = await createTestEnvironment(api.db);
  const { organizationId, userId } = environment;
  await api.db.$client`update organizations set service_level = ${serviceLevel} where id = ${organizationId}`;
  const sql = api.db.$client;
  const span = (at: string, runs: number, messages: number) => sql`
    insert into analytics_spans (environment_id, starts_at, ends_at, is_open, runs, messages, counted_at)
    values (${environment.environmentId}, ${at}, ${at}::timestamptz + interval '1 hour', false, ${runs}, ${messages}, now())`;
  await span(startOf(0), 5, 7);
  await span(startOf(1), 100, 200);
  await span(startOf(8), 1_000, 1_000);
  await given?.(environment);
  const headers = await signedIn(api.db, userId, organizationId);
  const reply = await api.app.inject({ method: "GET", url: "/v1/organizations/me/usage", headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return { usage: reply.json().data, environment, api };
}

test("an installation without limits says so, and shows what is used anyway", async () => {
  const { usage, environment } = await usageOf("off");
  expect(usage).toMatchObject({
    plan: { isLimited: false, callsPerSecond: null, activityHours: null },
    period: { startsAt: startOf(0), endsAt: startOf(-1) },
    events: { used: null, included: null },
    members: { used: 1, included: null },
    periods: [
      { startsAt: startOf(0), runs: 5, messages: 7 },
      { startsAt: startOf(1), runs: 100, messages: 200 },
    ],
  });
  expect(usage.environments).toHaveLength(2);
  expect(usage.environments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        _id: environment.environmentId,
        runs: 5,
        messages: 7,
        workflows: { used: expect.any(Number), included: null },
      }),
    ]),
  );
});

test("events of the month are those that count against the plan", async () => {
  const { usage } = await usageOf("standard", "free", async ({ organizationId }) => {
    const api = await testApp();
    onTestFinished(() => api.close());
    await api.db
      .$client`insert into event_quotas (organization_id, month, taken) values (${organizationId}, ${MONTH}, 1248)`;
  });
  expect(usage).toMatchObject({
    plan: { serviceLevel: "free", isLimited: true, activityHours: 24, callsPerSecond: { trigger: 60 } },
    events: { used: 1_248, included: 10_000 },
    members: { used: 1, included: 3 },
    environments: [{ workflows: { included: 20 } }, { workflows: { included: 20 } }],
  });
});

test("events of an earlier month, and of a plan that sells more of them, are not told as used", async () => {
  const { usage } = await usageOf("standard", "pro");
  expect(usage).toMatchObject({ events: { used: null, included: 30_000 }, plan: { extraEventsCost: 1.2 } });
  const earlier = await usageOf("standard", "free", async ({ organizationId }) => {
    const api = await testApp();
    onTestFinished(() => api.close());
    await api.db
      .$client`insert into event_quotas (organization_id, month, taken) values (${organizationId}, '2020-01', 9)`;
  });
  expect(earlier.usage.events).toEqual({ used: 0, included: 10_000 });
});

test("another organisation's use is not told", async () => {
  const { api } = await usageOf("off");
  const other = await createTestEnvironment(api.db);
  const headers = await signedIn(api.db, other.userId, other.organizationId);
  const { data } = (await api.app.inject({ method: "GET", url: "/v1/organizations/me/usage", headers })).json();
  expect(data.periods).toEqual([]);
});
