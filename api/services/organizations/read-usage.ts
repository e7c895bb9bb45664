import type { OrganizationUsage } from "#contract/accounts/usage.ts";
import type { Plan } from "#contract/constants/plans.ts";
import { listEnvironments } from "#db/queries/environments/environments.ts";
import { countMembers } from "#db/queries/organizations/invitations.ts";
import { countWorkflowsIn, type MonthOfUse, readMonthlyUse, readTakenEvents } from "#db/queries/organizations/usage.ts";
import { organizationLevel, type PlanServices } from "#events/organization-plan.ts";

/** Months that are told, with the one that is going on. */
const MONTHS = 6;

/** Returns what an organisation uses of its plan, by counts that are there: no table is counted as a whole. */
export async function readUsage(services: PlanServices, organizationId: string, now: Date): Promise<OrganizationUsage> {
  const { db, config } = services;
  const { serviceLevel, plan } = await organizationLevel(services, { organizationId });
  const isLimited = config.planLimits !== "off";
  const environments = await listEnvironments(db, organizationId);
  const ids = environments.map(({ id }) => id);
  const month = monthOf(now);
  // Plans that sell more events do not count them: `events/event-quota.ts`.
  const areCounted = plan.eventsPerMonth !== null && plan.extraEventsCost === null;
  const [months, workflows, members, taken] = await Promise.all([
    readMonthlyUse(db, ids, startOfMonth(now, 1 - MONTHS)),
    countWorkflowsIn(db, ids),
    countMembers(db, organizationId),
    areCounted ? readTakenEvents(db, organizationId, month) : null,
  ]);
  return {
    plan: { serviceLevel, isLimited, ...limitsOf(plan, isLimited) },
    period: { startsAt: startOfMonth(now, 0).toISOString(), endsAt: startOfMonth(now, 1).toISOString() },
    events: { used: taken, included: plan.eventsPerMonth },
    members: { used: members, included: plan.teamMembers },
    environments: environments.map(({ id, name }) => ({
      _id: id,
      name,
      workflows: { used: workflows.get(id) ?? 0, included: plan.workflows },
      ...summed(months.filter((row) => row.environmentId === id && row.month === month)),
    })),
    periods: periodsOf(months),
  };
}

function limitsOf(plan: Plan, isLimited: boolean) {
  const { extraEventsCost, steps, activityHours, waitDays, auditDays, rateLimits, features } = plan;
  const { trigger, configuration, global } = rateLimits;
  const { roles, brandingRemoval, customEnvironments, autoTranslations } = features;
  return {
    extraEventsCost,
    stepsOfWorkflow: steps,
    activityHours,
    waitDays,
    auditDays,
    callsPerSecond: isLimited ? { trigger, configuration, global } : null,
    features: { roles, brandingRemoval, customEnvironments, autoTranslations },
  };
}

const startOfMonth = (now: Date, later: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, 1));

const monthOf = (moment: Date): string => moment.toISOString().slice(0, "YYYY-MM".length);

function periodsOf(rows: readonly MonthOfUse[]): OrganizationUsage["periods"] {
  const months = [...new Set(rows.map(({ month }) => month))].sort().reverse();
  return months.map((month) => ({
    startsAt: `${month}-01T00:00:00.000Z`,
    ...summed(rows.filter((row) => row.month === month)),
  }));
}

const summed = (rows: readonly MonthOfUse[]) => ({
  runs: rows.reduce((sum, { runs }) => sum + runs, 0),
  messages: rows.reduce((sum, { messages }) => sum + messages, 0),
});
