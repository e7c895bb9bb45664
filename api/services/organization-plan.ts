import type { Config } from "#config.ts";
import { type Plan, planOf } from "#contract/constants/plans.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";

export interface PlanServices {
  db: Database;
  config: Pick<Config, "planLimits">;
}

/** Returns the plan that counts for the caller's organisation. */
export async function organizationPlan(
  { db, config }: PlanServices,
  { organizationId }: Pick<Scope, "organizationId">,
): Promise<Plan> {
  if (config.planLimits === "off") return planOf("unlimited", "off");
  const organization = await findOrganization(db, organizationId);
  return planOf(organization?.serviceLevel ?? "free", config.planLimits);
}

/** The moment from which on the activity feed shows runs; undefined when the organisation's plan does not limit that. */
export async function shownSince(
  services: PlanServices,
  scope: Pick<Scope, "organizationId">,
): Promise<Date | undefined> {
  const { activityHours } = await organizationPlan(services, scope);
  return activityHours === null ? undefined : new Date(Date.now() - activityHours * 3_600_000);
}
