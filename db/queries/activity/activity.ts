import { and, asc, desc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { Severity } from "#contract/constants/severities.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { containing } from "../../like.ts";
import { eventContents } from "../../schema/event-contents.ts";
import { events } from "../../schema/events.ts";
import { executionDetails } from "../../schema/execution-details.ts";
import { jobs } from "../../schema/jobs.ts";
import { runs } from "../../schema/runs.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { workflowSteps } from "../../schema/workflow-steps.ts";
import { workflows } from "../../schema/workflows.ts";
import type { Scope } from "../../scope.ts";
import { type CanceledEvent, canceledOfDigests, eventsOfDigests } from "../digests/digest-events.ts";
import { pinnedVersion } from "../workflows/pinned-version.ts";
import type { VersionWithSteps } from "../workflows/workflow-versions.ts";
import { type DetailRow, detailsOfRun } from "./execution-details.ts";

export interface ActivityFilter {
  /** Runs of workflows with an active step of one of these channels. */
  channels?: readonly Channel[] | undefined;
  workflowIds?: readonly string[] | undefined;
  transactionId?: string | undefined;
  /** Older runs are not shown. */
  since?: Date | undefined;
  /** Runs that began in this range. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** Of the event, or else of its workflow as it is now. */
  severities?: readonly Severity[] | undefined;
  /** Runs of events that named the topic. */
  topicKey?: string | undefined;
  /** The next three are alternatives: a run is shown when its subscriber fits one of them. */
  subscriberIds?: readonly string[] | undefined;
  emails?: readonly string[] | undefined;
  /** Part of an address in any case, or exactly the customer's id of a subscriber. */
  search?: string | undefined;
}

const selectRuns = (db: Database) =>
  db
    .select({
      run: runs,
      subscriber: subscribers,
      workflow: workflows,
      event: events,
      content: { payload: eventContents.payload, overrides: eventContents.overrides },
    })
    .from(runs)
    .leftJoin(subscribers, eq(subscribers.id, runs.subscriberId))
    .leftJoin(workflows, eq(workflows.id, runs.workflowId))
    .leftJoin(events, eq(events.id, runs.eventId))
    .leftJoin(eventContents, eq(eventContents.eventId, runs.eventId));

type SelectedRun = Awaited<ReturnType<typeof selectRuns>>[number];

/** Payloads of one digest that are shown, in characters of their JSON text. */
const DIGEST_SHOWN_MAX = 200_000;

/** A run with everything that is known of its steps. */
export interface ActivityRow extends SelectedRun {
  version: VersionWithSteps;
  /** In the order of the steps. */
  jobs: (typeof jobs.$inferSelect)[];
  /** In the order of events. */
  details: DetailRow[];
  /** Payloads that its digests collected, by step. */
  digests: ReadonlyMap<string, Record<string, unknown>[]>;
  /** Events that left its digests by being cancelled, by step. */
  canceledOfDigests: ReadonlyMap<string, CanceledEvent[]>;
}

/** One page of runs, newest first. `page` comes back as 0 when no subscriber fits the filters. */
export async function listActivity(
  db: Database,
  scope: Scope,
  { page, limit, ...filter }: ActivityFilter & { page: number; limit: number },
): Promise<{ runs: ActivityRow[]; hasMore: boolean; page: number }> {
  const audience = fittingSubscribers(scope, filter);
  // Runs before the page are skipped before anything is joined to them.
  const place = db
    .select({ id: runs.id, expireAt: runs.expireAt })
    .from(runs)
    .where(
      and(
        filter.transactionId === undefined
          ? eq(runs.environmentId, scope.environmentId)
          : ofTransaction(db, scope, filter.transactionId),
        filter.since && gte(runs.createdAt, filter.since),
        filter.from && gte(runs.createdAt, filter.from),
        filter.until && lte(runs.createdAt, filter.until),
        filter.severities && ofSeverity(filter.severities),
        filter.topicKey === undefined ? undefined : ofTopic(filter.topicKey),
        filter.workflowIds && inArray(runs.workflowId, [...filter.workflowIds]),
        filter.channels && sendingOn(db, filter.channels),
        audience && inArray(runs.subscriberId, db.select({ id: subscribers.id }).from(subscribers).where(audience)),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit + 1)
    .offset(page * limit)
    .as("place");
  const rows = await selectRuns(db)
    .innerJoin(place, and(eq(runs.id, place.id), eq(runs.expireAt, place.expireAt)))
    .orderBy(desc(runs.createdAt), desc(runs.id));
  const shown = rows.slice(0, limit);
  const nobody = shown.length === 0 && audience !== undefined && !(await anySubscriber(db, audience));
  return { runs: await withHistory(db, scope, shown), hasMore: rows.length > limit, page: nobody ? 0 : page };
}

/** Throws `not_found`. */
export async function getActivity(
  db: Database,
  scope: Scope,
  { runId, since }: { runId: string; since?: Date | undefined },
): Promise<ActivityRow> {
  const rows = await selectRuns(db).where(
    and(eq(runs.environmentId, scope.environmentId), eq(runs.id, runId), since && gte(runs.createdAt, since)),
  );
  const [row] = await withHistory(db, scope, rows);
  if (!row) throw notFound(`No notification with id ${runId} exists in this environment`);
  return row;
}

function fittingSubscribers(scope: Scope, { subscriberIds, emails, search }: ActivityFilter): SQL | undefined {
  const fitting = or(
    subscriberIds && inArray(subscribers.subscriberId, [...subscriberIds]),
    emails && inArray(subscribers.email, [...emails]),
    search ? ilike(subscribers.email, containing(search)) : undefined,
    search ? eq(subscribers.subscriberId, search) : undefined,
  );
  return fitting && and(eq(subscribers.environmentId, scope.environmentId), fitting);
}

async function anySubscriber(db: Database, where: SQL): Promise<boolean> {
  const found = await db.select({ id: subscribers.id }).from(subscribers).where(where).limit(1);
  return found.length > 0;
}

const sendingOn = (db: Database, channels: readonly Channel[]): SQL =>
  inArray(
    runs.workflowVersionId,
    db
      .select({ versionId: workflowSteps.versionId })
      .from(workflowSteps)
      .where(
        and(
          eq(workflowSteps.versionId, runs.workflowVersionId),
          workflowSteps.active,
          inArray(workflowSteps.type, [...channels]),
        ),
      ),
  );

const ofTopic = (key: string): SQL => sql`exists (
  select from event_contents c where c.event_id = ${runs.eventId} and c.recipients -> 'topics' ? ${key})`;

const ofSeverity = (severities: readonly Severity[]): SQL =>
  inArray(
    sql`coalesce(
      (select c.overrides ->> 'severity' from event_contents c where c.event_id = ${runs.eventId}),
      (select w.severity from workflows w where w.id = ${runs.workflowId}), 'none')`,
    [...severities],
  );

/**
 * Runs of the one event that the id names in the environment. Nothing else says so: of a second condition with an index,
 * Postgres would combine both and sort all runs of the event, rather than read a page of them in their order.
 */
const ofTransaction = (db: Database, scope: Scope, transactionId: string): SQL =>
  eq(
    runs.eventId,
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.environmentId, scope.environmentId), eq(events.transactionId, transactionId))),
  );

async function withHistory(db: Database, scope: Scope, rows: readonly SelectedRun[]): Promise<ActivityRow[]> {
  if (rows.length === 0) return [];
  const runIds = rows.map(({ run }) => run.id);
  const [jobRows, detailRows, versions, collected, canceled] = await Promise.all([
    db
      .select()
      .from(jobs)
      .where(and(eq(jobs.environmentId, scope.environmentId), inArray(jobs.runId, runIds)))
      .orderBy(asc(jobs.position)),
    db
      .select()
      .from(executionDetails)
      .where(and(eq(executionDetails.environmentId, scope.environmentId), inArray(executionDetails.runId, runIds)))
      .orderBy(asc(executionDetails.createdAt)),
    Promise.all(rows.map(({ run }) => pinnedVersion(db, run.workflowVersionId))),
    eventsOfDigests(db, runIds, DIGEST_SHOWN_MAX),
    canceledOfDigests(db, runIds, DIGEST_SHOWN_MAX),
  ]);
  return rows.flatMap((row, index) => {
    const version = versions[index];
    if (!version) return [];
    const ofRun = ({ runId }: { runId: string }) => runId === row.run.id;
    const jobsOfRun = jobRows.filter(ofRun);
    const digests = collected.get(row.run.id) ?? new Map();
    return [
      {
        ...row,
        version,
        digests,
        canceledOfDigests: canceled.get(row.run.id) ?? new Map(),
        jobs: jobsOfRun,
        details: detailsOfRun(row.run, jobsOfRun, detailRows.filter(ofRun)),
      },
    ];
  });
}

/** Counts stop here: a figure of the overview must not cost a walk through many millions. */
const COUNTED_RUNS = 1_000_000;

/** Runs of the last seven days and of the last calendar month, not counting those before `since`. Exact up to a million. */
export async function countRecentRuns(
  db: Database,
  scope: Scope,
  since?: Date | undefined,
): Promise<{ week: number; month: number }> {
  const client = db.$client;
  const countSince = async (span: string): Promise<number> => {
    const [row] = await client<{ count: number }[]>`
      select count(*)::int as count from (
        select from runs
        where environment_id = ${scope.environmentId} and created_at >= now() - ${span}::interval
          ${since ? client`and created_at >= ${since.toISOString()}` : client``}
        limit ${COUNTED_RUNS}) as counted`;
    return row?.count ?? 0;
  };
  const [week, month] = await Promise.all([countSince("7 days"), countSince("1 month")]);
  return { week, month };
}

export interface ActivityDay {
  /** Of UTC, as YYYY-MM-DD. */
  day: string;
  /** Each run counts once for every kind of step that it has. */
  count: number;
  workflowIds: string[];
  channels: StepType[];
}

/** Returns the runs of each of the last days since that moment, newest first; days without a run are left out. */
export async function activityByDay(
  db: Database,
  scope: Scope,
  { days, since }: { days: number; since?: Date | undefined },
): Promise<ActivityDay[]> {
  const day = sql<string>`to_char(${runs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db
    .select({
      day,
      workflowId: runs.workflowId,
      versionId: runs.workflowVersionId,
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(runs)
    .where(
      and(
        eq(runs.environmentId, scope.environmentId),
        gte(runs.createdAt, sql`now() - make_interval(days => ${days}::integer)`),
        since && gte(runs.createdAt, since),
      ),
    )
    .groupBy(day, runs.workflowId, runs.workflowVersionId)
    .orderBy(desc(day));
  const byDay = new Map<string, ActivityDay>();
  for (const row of rows) {
    const types = stepTypes(await pinnedVersion(db, row.versionId));
    const sum = byDay.get(row.day) ?? { day: row.day, count: 0, workflowIds: [], channels: [] };
    byDay.set(row.day, {
      day: row.day,
      count: sum.count + row.count * types.length,
      workflowIds: [...new Set([...sum.workflowIds, row.workflowId])],
      channels: [...new Set([...sum.channels, ...types])],
    });
  }
  return [...byDay.values()];
}

/** The kinds of steps that a run of this version has, without those that start other workflows: engine.md 2.1. */
export const stepTypes = ({ steps }: VersionWithSteps): StepType[] => [
  ...new Set(steps.filter(({ active, type }) => active && type !== "trigger").map(({ type }) => type)),
];
