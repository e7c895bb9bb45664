import { tz } from "@date-fns/tz";
import { addDays, addHours, startOfDay, subDays, subHours } from "date-fns";
import type { FastifyInstance } from "fastify";
import type { Analytics } from "#contract/activity/analytics.ts";
import { ANALYTICS_ROWS, type AnalyticsPeriod } from "#contract/constants/activity/analytics.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import { countedUntil, countsByPart, countsByTenant, outcomesOf } from "#db/queries/activity/analytics/read-counts.ts";
import { readMarks } from "#db/queries/activity/analytics/read-marks.ts";
import { findNamesOfSteps, findNamesOfWorkflows } from "#db/queries/activity/analytics/read-names.ts";
import type { Scope } from "#db/scope.ts";
import { shownSince } from "#events/organization-plan.ts";
import { analyticsView, measuresOf } from "../../views/activity/analytics.ts";

const DAYS: Readonly<Record<AnalyticsPeriod, number>> = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 };

interface Parts {
  /** The moments at which they begin. */
  starts: Date[];
  /** The length of each, as an interval of Postgres. */
  every: string;
  /** In which they begin. */
  timeZone: string;
}

/** Reads what became of the runs and messages of a period that ends now. Parts begin as `analytics_spans` do, at full hours. */
export async function readAnalytics(
  app: FastifyInstance,
  scope: Scope,
  { period, timeZone, workflowId }: { period: AnalyticsPeriod; timeZone: string; workflowId?: string | undefined },
): Promise<Analytics> {
  const { db } = app;
  const until = new Date();
  const { starts, every, timeZone: zone } = partsOf(period, until, timeZone);
  const since = await shownSince(app, scope);
  const from = latest(starts[0] ?? until, since);
  const before = { from: latest(subDays(from, DAYS[period]), since), until: subDays(until, DAYS[period]), workflowId };
  const range = { from, until, every, timeZone: zone, workflowId };
  const [counts, previous, tenants, counted, marks] = await Promise.all([
    countsByPart(db, scope, range),
    outcomesOf(db, scope, before),
    countsByTenant(db, scope, range, ANALYTICS_ROWS),
    countedUntil(db, scope),
    readMarks(db, scope, range),
  ]);
  const view = analyticsView(counts, { starts, until });
  const [names, steps] = await Promise.all([
    findNamesOfWorkflows(
      db,
      scope,
      view.workflows.map(({ _id }) => _id),
    ),
    workflowId === undefined ? [] : findNamesOfSteps(db, scope, workflowId),
  ]);
  return {
    period,
    from: from.toISOString(),
    until: until.toISOString(),
    ...(counted !== undefined && { countedUntil: counted }),
    totals: view.totals,
    previous: measuresOf(previous),
    series: view.series,
    workflows: view.workflows.map((row) =>
      Object.assign(row, names.get(row._id) !== undefined && { name: names.get(row._id) }),
    ),
    channels: view.channels,
    providers: view.providers,
    reasons: view.reasons,
    tenants,
    ...(workflowId !== undefined && { steps: view.stepsIn(steps) }),
    marks,
  };
}

const latest = (one: Date, other: Date | undefined): Date =>
  other && other > one ? new Date(Math.ceil(other.getTime() / HOUR) * HOUR) : one;

function partsOf(period: AnalyticsPeriod, until: Date, timeZone: string): Parts {
  if (period === "24h") {
    const first = subHours(new Date(Math.floor(until.getTime() / HOUR) * HOUR), 23);
    return { starts: Array.from({ length: 24 }, (_, hour) => addHours(first, hour)), every: "1 hour", timeZone: "UTC" };
  }
  const days = Array.from({ length: DAYS[period] }, (_, day) =>
    addDays(startOfDay(until, { in: tz(timeZone) }), day + 1 - DAYS[period]),
  ).map((day) => new Date(day.getTime()));
  if (period !== "7d") return { starts: days, every: "1 day", timeZone };
  const quarters = days.flatMap((day) => [0, 6, 12, 18].map((hour) => addHours(day, hour)));
  return { starts: quarters.filter((start) => start <= until), every: "6 hours", timeZone };
}
