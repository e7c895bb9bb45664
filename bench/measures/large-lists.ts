import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { createApi } from "../api.ts";
import { connectDatabase } from "../database.ts";
import { percentile } from "../statistics.ts";
import { inboxToken } from "../test-environment.ts";
import { type Figures, IDLE_PAUSE_MS, type MeasureContext, type Round } from "./measure.ts";

/** Calls of each list in a round, one at a time. */
const CALLS = 30;
/** Rows that one statement stores. */
const PORTION = 500_000;
/** Subscribers who have messages and runs. */
const READERS = 100_000;
/** Longest time until stored runs are counted. */
const COUNTED_MS = 15 * 60_000;

const Found = z.object({ data: z.array(z.unknown()).min(1) });
/** Filters that nothing fits are the slowest ones. */
const Looked = z.object({ data: z.array(z.unknown()).length(0) });
const Count = z.object({ data: z.object({ count: z.int() }) });
const Statistics = z.object({ data: z.object({ monthlySent: z.int().min(1) }) });
const Days = z.object({ data: z.array(z.unknown()).min(1) });
const Counted = z.object({ data: z.object({ totals: z.object({ triggered: z.int().min(1) }) }) });
const Cursor = z.object({ next: z.string() });

/** (n) Lists of the management API and one inbox, in an environment with millions of subscribers, runs and messages. */
export async function measureLargeLists(context: MeasureContext): Promise<Round> {
  const { fixture, environment, sizes } = context;
  await storeRows(context);
  const { api } = environment;
  const newer = createApi(fixture.url, environment.authorization, "/v2");
  const inbox = createApi(fixture.url, `Bearer ${await inboxToken(fixture, environment, idOf(1))}`);
  const { next } = Cursor.parse(await newer.get("/subscribers?limit=100"));
  const reads = {
    subscribers: () => api.get("/subscribers?limit=100"),
    nextSubscribers: () => newer.get(`/subscribers?limit=100&after=${encodeURIComponent(next)}`),
    searched: () => newer.get(`/subscribers?email=${idOf(sizes.listedRows - 1)}%40example`),
    // All of them have the name.
    searchedByAny: () => newer.get("/subscribers?query=ada"),
    messages: () => api.get("/messages?limit=100"),
    messagesOfOne: () => api.get(`/messages?limit=100&subscriberId=${idOf(2)}`),
    activity: () => api.get("/notifications?page=0"),
    activityOfChannel: () => api.get("/notifications?page=0&channels=in_app"),
    activityOfOne: () => api.get(`/notifications?page=0&subscriberIds=${idOf(3)}`),
    activityOfVersion: () => api.get("/notifications?page=0&version=1"),
    suppressions: () => api.get("/suppressions?limit=100"),
    suppressionsByAddress: () => api.get(`/suppressions?address=${idOf(sizes.listedRows - 1)}%40example`),
    members: () => newer.get(`/topics/${TOPIC}/subscriptions?limit=100`),
    feed: () => inbox.get("/widgets/notifications/feed?page=0&limit=10"),
  };
  const lookedFor = {
    activityFailed: () => api.get("/notifications?page=0&failedAfter=2020-01-01T00%3A00%3A00.000Z"),
    activityOfTenant: () => api.get("/notifications?page=0&tenants=nobody"),
    activityOfProvider: () => api.get("/notifications?page=0&providers=nobody"),
    activityOfReason: () => api.get("/notifications?page=0&reasons=suppressed"),
    failureGroups: () => api.get("/failure-groups?limit=100"),
    waiting: () => api.get("/waiting?limit=100"),
  };
  const measured: [string, z.ZodType, () => Promise<unknown>][] = [
    ...Object.entries(reads).map(([what, read]): [string, z.ZodType, () => Promise<unknown>] => [what, Found, read]),
    ...Object.entries(lookedFor).map(([what, read]): [string, z.ZodType, () => Promise<unknown>] => [
      what,
      Looked,
      read,
    ]),
    ["activityCount", Count, () => api.get("/notifications/count?version=1")],
    ["statistics", Statistics, () => api.get("/notifications/stats")],
    ["days", Days, () => api.get("/notifications/graph/stats?days=32")],
    ["analytics", Counted, () => api.get("/analytics?period=30d")],
  ];

  return async () => {
    await fixture.waitUntilIdle();
    const figures: Figures = {};
    for (const [what, answer, read] of measured) {
      const times: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const start = performance.now();
        answer.parse(await read());
        times.push(performance.now() - start);
        await sleep(IDLE_PAUSE_MS);
      }
      figures[`lists.${what}.p50`] = percentile(times, 0.5);
      figures[`lists.${what}.longest`] = Math.max(...times);
    }
    return figures;
  };
}

const TOPIC = "listed";
const idOf = (index: number): string => `listed-${index}`;

/**
 * Stores as many subscribers, runs and messages, which are of the last thirty days, and waits until the runs are counted for the
 * statistics, as they are within minutes after they have begun.
 */
async function storeRows({ fixture, environment, sizes, cleanup }: MeasureContext): Promise<void> {
  const { scope, workflows } = environment;
  const { organizationId, environmentId } = scope;
  const sql = connectDatabase(fixture, cleanup);
  const [workflow] = await sql<{ id: string; version: string; step: string }[]>`
    select w.id, v.id as version, s.step_id as step
    from workflows w join workflow_versions v on v.workflow_id = w.id join workflow_steps s on s.version_id = v.id
    where w.environment_id = ${environmentId} and w.identifier = ${workflows.inApp}`;
  if (!workflow) throw new Error(`There is no workflow ${workflows.inApp}`);
  const { id, version, step } = workflow;
  const begun = sql`now() - n * interval '29 days' / ${sizes.listedRows}::int`;
  const reader = sql`md5('listed-' || n % ${READERS})::uuid`;
  const event = sql`md5('event-' || n / 1000)::uuid`;
  await sql`
    insert into topics (id, organization_id, environment_id, key, name, created_at, updated_at)
    values (md5(${TOPIC})::uuid, ${organizationId}, ${environmentId}, ${TOPIC}, ${TOPIC}, now(), now())`;
  for (let from = 0; from < sizes.listedRows; from += PORTION) {
    const numbers = sql`generate_series(${from}::int, ${Math.min(from + PORTION, sizes.listedRows) - 1}::int) n`;
    await sql`
      insert into subscribers (id, organization_id, environment_id, subscriber_id, first_name, email, created_at)
      select md5('listed-' || n)::uuid, ${organizationId}, ${environmentId}, 'listed-' || n, 'Ada ' || n,
        'listed-' || n || '@example.com', ${begun}
      from ${numbers}`;
    await sql`
      insert into topic_subscribers (id, organization_id, environment_id, topic_id, subscriber_id, created_at, updated_at)
      select gen_random_uuid(), ${organizationId}, ${environmentId}, md5(${TOPIC})::uuid, md5('listed-' || n)::uuid, ${begun}, now()
      from ${numbers}`;
    await sql`
      insert into suppressions (id, organization_id, environment_id, channel, address, reason, created_at)
      select gen_random_uuid(), ${organizationId}, ${environmentId}, 'email', 'listed-' || n || '@example.com', 'added', ${begun}
      from ${numbers}`;
    await sql`
      insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id,
        subscriber_id, transaction_id, source, position, created_at, expire_at)
      select md5('run-' || n)::uuid, ${organizationId}, ${environmentId}, ${event}, ${id}, ${id}, ${version}, ${reader},
        'stored', 'broadcast', 1, ${begun}, now() + interval '30 days'
      from ${numbers}`;
    await sql`
      insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id,
        event_id, transaction_id, template_identifier, channel, content, created_at, updated_at, expire_at)
      select gen_random_uuid(), ${organizationId}, ${environmentId}, md5('run-' || n)::uuid, md5('job-' || n)::uuid,
        ${id}, ${step}, ${reader}, ${event}, 'stored', ${workflows.inApp}, 'in_app', 'Order A-1001 has left', ${begun},
        ${begun}, now() + interval '1 year'
      from ${numbers}`;
  }
  await sql`vacuum (analyze) subscribers, topic_subscribers, suppressions, runs, messages`;
  // What was counted meanwhile knows nothing of runs that were stored later and had begun before.
  await sql`delete from run_counts where environment_id = ${environmentId}`;
  await sql`delete from run_count_watermarks where environment_id = ${environmentId}`;
  await sql`delete from analytics_spans where environment_id = ${environmentId}`;
  const end = performance.now() + COUNTED_MS;
  for (;;) {
    const [counted] = await sql`
      select from run_count_watermarks
      where environment_id = ${environmentId} and counted_until > now() - interval '1 hour'
        and exists (select from analytics_spans where environment_id = ${environmentId} and ends_at > now() - interval '1 hour')`;
    if (counted) break;
    if (performance.now() > end) throw new Error("The runs were not counted in time");
    await sleep(1_000);
  }
}
