import { expect, test } from "vitest";
import { apiWithRunner } from "#test/support/api-with-runner.ts";

// A recovery of many events at once; what else a recovery does is in api/routes/v1/activity/webhook-events.db.test.ts.

const HOUR = 60 * 60 * 1000;

const { api, environment } = await apiWithRunner();
const { db } = api;

async function call(method: "GET" | "POST", url: string, payload?: object) {
  const { headers } = environment;
  const reply = await api.app.inject({ method, url: `/v1${url}`, headers, ...(payload && { payload }) });
  return reply.json();
}

/** So many events of the last minute, without the messages that belong to them. */
const fill = (many: number) => db.$client`
  insert into webhook_events (organization_id, environment_id, type, data, created_at, expire_at)
  select ${environment.organizationId}, ${environment.environmentId}, 'message.sent', jsonb_build_object('subscriberId', 's' || n),
    clock_timestamp() - interval '1 minute' + n * interval '1 microsecond', clock_timestamp() + interval '7 days'
  from generate_series(1, ${many}::int) as n`;

test("100,000 missed events are counted within 200 ms, recovered in portions, and spread over their time", async () => {
  const id = (await call("POST", "/webhook-endpoints", { url: "https://example.com/events" })).data.id;
  await fill(100_000);
  await db.$client`analyze webhook_events`;
  const since = new Date(Date.now() - HOUR).toISOString();
  const path = `/webhook-endpoints/${id}/recoverable?since=${since}`;
  await call("GET", path);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now();
    expect((await call("GET", path)).data).toMatchObject({ missed: 20_000, isMore: true });
    times.push(performance.now() - startedAt);
  }
  expect(Math.min(...times)).toBeLessThan(200);
  let recovered = 0;
  let from = since;
  for (let hasMore = true; hasMore; ) {
    const { data } = await call("POST", `/webhook-endpoints/${id}/recover`, { since: from });
    recovered += data.recovered;
    hasMore = data.hasMore;
    from = data.continueSince;
  }
  expect(recovered).toBe(100_000);
  const [row] = await db.$client<{ seconds: number; events: number }[]>`
    select extract(epoch from max(due_at) - min(due_at))::float8 as seconds, count(distinct event_id)::int as events
    from webhook_messages where endpoint_id = ${id}`;
  expect(row?.events).toBe(100_000);
  expect(row?.seconds).toBeGreaterThan(990);
}, 120_000);
