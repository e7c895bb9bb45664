import type { FastifyInstance } from "fastify";
import type { Overview } from "#contract/activity/overview.ts";
import type { OverviewPeriod } from "#contract/constants/overview-periods.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import { countAttention } from "#db/queries/activity/attention.ts";
import { countsByHour, failuresByHour } from "#db/queries/activity/overview-counts.ts";
import { readFailures } from "#db/queries/activity/read-failures.ts";
import { countPendingChangesUpTo } from "#db/queries/changes/changes.ts";
import { countWaitingPublications } from "#db/queries/changes/publications.ts";
import { listFailingIntegrations } from "#db/queries/integrations/failing-integrations.ts";
import { countWorkflows } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { shownSince } from "#events/organization-plan.ts";
import { failureGroups, integrationViews, trendOf, waitingKinds } from "../../views/activity/overview.ts";
import { waitingCounts } from "../waiting/count-waiting.ts";

const HOURS: Readonly<Record<OverviewPeriod, number>> = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 };
/** Last failures among which groups have their latest one. */
const LATEST_FAILURES = 200;
/** Changes, publications, groups, pauses and addresses that are counted. */
const PENDING = 1_000;
/** Rows that are counted of what waits, in all workflows together and in each: no more than counts of lists have, and no less than some. */
const WAITING_ROWS = 20_000;
const WAITING_OF_WORKFLOW = { least: 50, most: 1_000 };

/** Reads the numbers of an environment, of a period that ends now. */
export async function readOverview(app: FastifyInstance, scope: Scope, period: OverviewPeriod): Promise<Overview> {
  const { db } = app;
  const until = new Date();
  const hours = HOURS[period];
  const from = new Date(Math.floor(until.getTime() / HOUR) * HOUR - (hours - 1) * HOUR);
  const before = new Date(from.getTime() - hours * HOUR);
  const since = await shownSince(app, scope);
  const shownFrom = since && since > before ? new Date(Math.ceil(since.getTime() / HOUR) * HOUR) : before;
  const [counts, failures, latest, waiting, integrations, pending, publications, attention] = await Promise.all([
    countsByHour(db, scope, shownFrom),
    failuresByHour(db, scope, { from: shownFrom }),
    readFailures(db.$client, scope.environmentId, {
      from: (shownFrom > from ? shownFrom : from).toISOString(),
      order: "newest",
      limit: LATEST_FAILURES,
    }),
    countWorkflows(db, scope).then((workflows) => waitingCounts(db, scope, { most: boundFor(workflows) })),
    listFailingIntegrations(db, scope),
    countPendingChangesUpTo(db, scope, PENDING + 1),
    countWaitingPublications(db, scope.organizationId, PENDING + 1),
    countAttention(db, scope, { from: shownFrom > from ? shownFrom : from, before: shownFrom, most: PENDING + 1 }),
  ]);
  const range = { from, until, hours };
  const ofKind = (wanted: (typeof counts)[number]["kind"]) => counts.filter(({ kind }) => kind === wanted);
  const lost = ofKind("undelivered").map((count) => ({ ...count, count: -count.count }));
  return {
    period,
    from: from.toISOString(),
    until: until.toISOString(),
    triggered: trendOf(ofKind("run"), range),
    delivered: trendOf([...ofKind("message"), ...lost], range),
    failed: trendOf(
      failures.map(({ hour, failures }) => ({ hour, count: failures })),
      range,
    ),
    failures: failureGroups(
      failures.filter(({ hour }) => hour >= from.getTime()),
      latest,
    ),
    waiting: waitingKinds(waiting),
    failingIntegrations: integrationViews(integrations),
    pendingChanges: cappedAt(PENDING, pending),
    waitingPublications: cappedAt(PENDING, publications),
    failureGroups: { open: cappedAt(PENDING, attention.openGroups), new: cappedAt(PENDING, attention.newGroups) },
    openPauses: cappedAt(PENDING, attention.openPauses),
    suppressed: {
      period: cappedAt(PENDING, attention.suppressed),
      previous: cappedAt(PENDING, attention.suppressedBefore),
    },
  };
}

const cappedAt = (most: number, count: number) => ({ count: Math.min(count, most), isMore: count > most });

const boundFor = (workflows: number): number =>
  Math.min(
    WAITING_OF_WORKFLOW.most,
    Math.max(WAITING_OF_WORKFLOW.least, Math.floor(WAITING_ROWS / Math.max(workflows, 1))),
  );
