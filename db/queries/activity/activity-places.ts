import { sql } from "drizzle-orm";
import type { Fragment } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import { beginningWith, containing } from "../../like.ts";
import { SEARCHED } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf, valuesOf } from "../../sql/rows.ts";
import { findSpans, type RunSpan, sendingOn } from "./run-spans.ts";
import { isSearch, type SearchedFilter, searched } from "./searched-runs.ts";

export interface ActivityFilter extends SearchedFilter {
  /** Runs of workflows with an active step of one of these channels. */
  channels?: readonly Channel[] | undefined;
  workflowIds?: readonly string[] | undefined;
  transactionId?: string | undefined;
  /** Whether dry runs are left out. */
  dryRuns?: "include" | "exclude" | undefined;
  /** Older runs are not shown. */
  since?: Date | undefined;
  /** Runs that began in this range. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** Runs with a step that failed from this moment on, among the latest failures: `FAILURES_MAX`. */
  failedAfter?: Date | undefined;
  /** Of workflows that have one of them now. */
  tags?: readonly string[] | undefined;
  /** The next three are alternatives: a run is shown when its subscriber fits one of them. */
  subscriberIds?: readonly string[] | undefined;
  emails?: readonly string[] | undefined;
  /**
   * In any case, how an address begins or a part of it, or exactly the customer's id of a subscriber. Parts are looked for among the
   * subscribers of the latest runs.
   */
  search?: string | undefined;
}

/** A run of the list, with its place there. `at` is the moment of its creation as Postgres writes it, to the microsecond. */
export interface ActivityPlace {
  id: string;
  expireAt: string;
  at: string;
}

export interface PlacesOptions {
  /** Runs to leave out at the beginning. */
  skipped: number;
  limit: number;
  /** The run before the first one. */
  after?: { at: string; id: string } | null | undefined;
}

/** Runs that are read in search of a severity, a topic or a part of an address, of which there is no index. */
const SEARCHED_RUNS = 20_000;
/** Failed steps whose runs a filter shows. */
const FAILURES_MAX = 20_000;
/** Subscribers whose runs a filter shows. */
const SUBSCRIBERS_MAX = 1_000;

/**
 * The runs of a page, newest first; undefined when no subscriber fits the filters. Which index is read follows from the filter:
 * that of failed steps, of an event, of each subscriber, or of the environment, and there only the spans in which the workflows have runs.
 */
export async function findPlaces(
  db: Database,
  scope: Scope,
  given: ActivityFilter,
  options: PlacesOptions,
): Promise<ActivityPlace[] | undefined> {
  const [subscribers, workflowIds] = await Promise.all([
    fittingSubscribers(db, scope, given),
    fittingWorkflows(db, scope, given),
  ]);
  if (subscribers?.length === 0 || workflowIds?.length === 0) return undefined;
  const filter = { ...given, workflowIds };
  const { $client: sql } = db;
  const ofEvent = filter.transactionId === undefined ? sql`` : sql`and ${inEvent(db, scope, filter.transactionId)}`;
  if (filter.failedAfter) {
    const ofSubscribers = subscribers ? sql`and subscriber_id = any(${subscribers}::uuid[])` : sql``;
    const where = sql`id = failed.run_id and expire_at = failed.failed_expire_at ${ofSubscribers} ${ofEvent}`;
    return readPlaces(db, filter, options, { each: failedSince(db, scope, filter.failedAfter), where });
  }
  if (subscribers) {
    const each = sql`${valuesOf(sql, "uuid", subscribers)} as given (subscriber)`;
    return readPlaces(db, filter, options, { each, where: sql`subscriber_id = given.subscriber ${ofEvent}` });
  }
  const each = sql`(select) as given`;
  if (filter.transactionId !== undefined) {
    return readPlaces(db, filter, options, { each, where: inEvent(db, scope, filter.transactionId) });
  }
  const inEnvironment = sql`environment_id = ${scope.environmentId}`;
  if (!filter.workflowIds && !filter.channels) return readPlaces(db, filter, options, { each, where: inEnvironment });
  return readSpans(db, scope, filter, options);
}

const SPANS = columnsOf<RunSpan>(
  "span",
  {},
  { startsAt: ["timestamptz", ({ from }) => from], endsAt: ["timestamptz", ({ until }) => until] },
);

/** Reads the newest spans that have enough runs by their counts, and more of them when some have been erased since. */
async function readSpans(
  db: Database,
  scope: Scope,
  filter: ActivityFilter,
  options: PlacesOptions,
): Promise<ActivityPlace[]> {
  const { $client: sql } = db;
  const wanted = options.skipped + options.limit;
  const { workflowIds, channels, since, from, until, dryRuns } = filter;
  const spans = await findSpans(db, scope, {
    workflowIds,
    channels,
    notBefore: latest(since, from)?.toISOString(),
    notAfter: options.after?.at ?? until?.toISOString(),
    withDryRuns: dryRuns !== "exclude",
  });
  for (let enough = isSearch(filter) ? SEARCHED_RUNS : wanted; ; enough *= 4) {
    const read = newest(spans, enough);
    const each = rowsOf(sql, SPANS, read);
    const where = sql`environment_id = ${scope.environmentId} and created_at >= span.starts_at and created_at < span.ends_at`;
    const places = await readPlaces(db, filter, options, { each, where });
    if (places.length === options.limit || read.length === spans.length || isSearch(filter)) return places;
  }
}

const latest = (one: Date | undefined, other: Date | undefined) =>
  one && other && one < other ? other : (one ?? other);

function newest(spans: readonly RunSpan[], enough: number): readonly RunSpan[] {
  let sum = 0;
  const last = spans.findIndex(({ runs }) => {
    sum += runs;
    return sum >= enough;
  });
  return last === -1 ? spans : spans.slice(0, last + 1);
}

/** An index is read backwards for each source, as far as the page needs it. */
function readPlaces(
  db: Database,
  filter: ActivityFilter,
  { skipped, limit, after }: PlacesOptions,
  { each, where }: { each: Fragment; where: Fragment },
): Promise<ActivityPlace[]> {
  const { $client: sql } = db;
  const { since, from, until, workflowIds, channels, dryRuns } = filter;
  const read = isSearch(filter) ? SEARCHED_RUNS : skipped + limit;
  return sql<ActivityPlace[]>`
    select id, expire_at::text as "expireAt", created_at::text as at from (
      select run.* from ${each} cross join lateral (
        select id, event_id, workflow_id, workflow_version_id, is_dry, handled, created_at, expire_at from runs
        where ${where}
          ${after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
          ${since ? sql`and created_at >= ${since.toISOString()}` : sql``}
          ${from ? sql`and created_at >= ${from.toISOString()}` : sql``}
          ${until ? sql`and created_at <= ${until.toISOString()}` : sql``}
          ${workflowIds ? sql`and workflow_id = any(${[...workflowIds]}::uuid[])` : sql``}
          ${channels ? sql`and ${sendingOn(db, channels)}` : sql``} ${dryRuns === "exclude" ? sql`and not is_dry` : sql``}
        order by created_at desc, id desc limit ${read}) run
      order by run.created_at desc, run.id desc limit ${read}) as found
    where true ${searched(db, filter)}
    order by created_at desc, id desc limit ${limit} offset ${skipped}`;
}

/** The ids of workflows that a run may be of; undefined for all. */
async function fittingWorkflows(
  { $client: sql }: Database,
  { environmentId }: Scope,
  { workflowIds, tags, priority }: ActivityFilter,
): Promise<readonly string[] | undefined> {
  if (!tags && !priority) return workflowIds;
  const rows = await sql<{ id: string }[]>`
    select id from workflows where environment_id = ${environmentId}
      ${tags ? sql`and tags && ${[...tags]}::text[]` : sql``}
      ${priority ? sql`and critical = ${priority === "critical"}` : sql``}
      ${workflowIds ? sql`and id = any(${[...workflowIds]}::uuid[])` : sql``}`;
  return rows.map(({ id }) => id);
}

/** Each run once, though several of its steps may have failed. */
const failedSince = ({ $client: sql }: Database, { environmentId }: Scope, from: Date): Fragment => sql`(
  select distinct run_id, expire_at as failed_expire_at from (
    select run_id, expire_at from jobs
    where environment_id = ${environmentId} and status = 'failed' and finished_at >= ${from.toISOString()}::timestamptz
    order by finished_at desc, id desc limit ${FAILURES_MAX}) as latest) as failed`;

/** Belfry's ids; undefined without a filter of subscribers. */
async function fittingSubscribers(
  db: Database,
  { environmentId }: Scope,
  { subscriberIds, emails, search }: ActivityFilter,
): Promise<string[] | undefined> {
  if (!subscriberIds && !emails && !search) return undefined;
  const ids = [...(subscriberIds ?? []), ...(search ? [search] : [])];
  const addresses = sql`${sql.param([...(emails ?? [])])}::text[]`;
  const fitting = [
    sql`subscriber_id = any(${sql.param(ids)}::text[])`,
    // By the index of addresses, which has them in lower case.
    sql`deleted_at is null and email = any(${addresses})
      and ${SEARCHED.email} = any(array(select lower(left(address, 320)) from unnest(${addresses}) as address))`,
    ...(search
      ? [
          sql`deleted_at is null and email is not null and ${SEARCHED.email} like ${beginningWith(search.toLowerCase())}`,
        ]
      : []),
  ].map((condition) => sql`select id from subscribers where environment_id = ${environmentId} and ${condition}`);
  if (search) fitting.push(ofLatestRuns(environmentId, search));
  const limited = fitting.map((query) => sql`(${query} limit ${SUBSCRIBERS_MAX})`);
  const rows = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(limited, sql` union `)}) as fitting limit ${SUBSCRIBERS_MAX}`,
  );
  return rows.map(({ id }) => id);
}

/** Each subscriber is found by its id: a join would read all of an installation that has not many more than the runs. */
const ofLatestRuns = (environmentId: string, part: string) => sql`
  select found.id from (
    select distinct subscriber_id from (
      select subscriber_id from runs where environment_id = ${environmentId}
      order by created_at desc, id desc limit ${SEARCHED_RUNS}) as latest) as r
  cross join lateral (
    select s.id from subscribers s where s.id = r.subscriber_id and s.email ilike ${containing(part)} offset 0) as found`;

/**
 * Runs of the one event that the id names in the environment. Nothing else says so: of a second condition with an index,
 * Postgres would combine both and sort all runs of the event, rather than read a page of them in their order.
 */
const inEvent = ({ $client: sql }: Database, { environmentId }: Scope, transactionId: string): Fragment => sql`
  event_id = (select id from events where environment_id = ${environmentId} and transaction_id = ${transactionId})`;
