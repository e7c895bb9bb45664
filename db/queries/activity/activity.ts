import { and, asc, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { StepType } from "#contract/constants/channels.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_ROWS, numberedPage, type RowRange } from "../../list-window.ts";
import { eventContents } from "../../schema/events/event-contents.ts";
import { events } from "../../schema/events/events.ts";
import { executionDetails } from "../../schema/runs/execution-details.ts";
import { jobs } from "../../schema/runs/jobs.ts";
import { runs } from "../../schema/runs/runs.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import { builtRowsOf, columnsOf } from "../../sql/rows.ts";
import { type CanceledEvent, canceledOfDigests, eventsOfDigests } from "../digests/digest-events.ts";
import { pinnedVersion } from "../workflows/pinned-version.ts";
import type { VersionWithSteps } from "../workflows/workflow-versions.ts";
import { type ActivityFilter, type ActivityPlace, findPlaces, type PlacesOptions } from "./activity-places.ts";
import { type DetailRow, detailsOfRun } from "./execution-details.ts";

const selectRuns = (db: Database) =>
  db
    .select({
      run: runs,
      subscriber: subscribers,
      workflow: workflows,
      event: events,
      content: {
        payload: eventContents.payload,
        overrides: eventContents.overrides,
        actor: eventContents.actor,
        tenant: eventContents.tenant,
        contextKeys: eventContents.contextKeys,
      },
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

/**
 * One page of runs, newest first. `page` comes back as 0 when no subscriber fits the filters; `last` is the place of the last run.
 */
export async function listActivity(
  db: Database,
  scope: Scope,
  { page, limit, after, ...filter }: ActivityFilter & Pick<PlacesOptions, "after"> & { page: number; limit: number },
): Promise<{ runs: ActivityRow[]; hasMore: boolean; page: number; last: ActivityPlace | undefined }> {
  const read = (range: RowRange) =>
    findPlaces(db, scope, filter, { skipped: range.offset, limit: range.limit + 1, after });
  const found = await (after ? read({ offset: 0, limit }) : numberedPage({ page, limit }, LIST_SKIP_ROWS, read));
  const places = found?.slice(0, limit) ?? [];
  const rows =
    places.length === 0
      ? []
      : await selectRuns(db)
          .where(isOneOf(places))
          .orderBy(...NEWEST_FIRST);
  const runs = await withHistory(db, scope, rows);
  return { runs, hasMore: (found?.length ?? 0) > limit, page: found ? page : 0, last: places.at(-1) };
}

const RUNS_COUNTED = 1_000;

/** Counts the runs of the list, up to a number. */
export async function countActivity(
  db: Database,
  scope: Scope,
  filter: ActivityFilter,
): Promise<{ count: number; isMore: boolean }> {
  const places = await findPlaces(db, scope, filter, { skipped: 0, limit: RUNS_COUNTED + 1 });
  const found = places?.length ?? 0;
  return { count: Math.min(found, RUNS_COUNTED), isMore: found > RUNS_COUNTED };
}

const NEWEST_FIRST = [desc(runs.createdAt), desc(runs.id)];

const PLACES = columnsOf<ActivityPlace>("place", { id: "uuid", expireAt: "timestamptz" });

const isOneOf = (places: readonly ActivityPlace[]): SQL =>
  sql`(${runs.id}, ${runs.expireAt}) in (select * from ${builtRowsOf(PLACES, places)})`;

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

/** The kinds of steps that a run of this version has, without those that start other workflows. */
export const stepTypes = ({ steps }: VersionWithSteps): StepType[] => [
  ...new Set(steps.filter(({ active, type }) => active && type !== "trigger").map(({ type }) => type)),
];
