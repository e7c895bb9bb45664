import type { Config } from "#config.ts";
import { type Plan, planOf } from "#contract/constants/plans.ts";
import type { ServiceLevel } from "#contract/constants/statuses.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";

export interface PlanServices {
  db: Database;
  config: Pick<Config, "planLimits">;
}

/** Returns the service level that counts for an organisation, with its plan: `unlimited` where plans do not count. */
export async function organizationLevel(
  { db, config }: PlanServices,
  { organizationId }: Pick<Scope, "organizationId">,
): Promise<{ serviceLevel: ServiceLevel; plan: Plan }> {
  if (config.planLimits === "off") return { serviceLevel: "unlimited", plan: planOf("unlimited", "off") };
  const serviceLevel = (await findOrganization(db, organizationId))?.serviceLevel ?? "free";
  return { serviceLevel, plan: planOf(serviceLevel, config.planLimits) };
}

export const organizationPlan = async (services: PlanServices, scope: Pick<Scope, "organizationId">): Promise<Plan> =>
  (await organizationLevel(services, scope)).plan;

/** The moment from which on the activity feed shows runs; undefined when the organisation's plan does not limit that. */
export async function shownSince(
  services: PlanServices,
  scope: Pick<Scope, "organizationId">,
): Promise<Date | undefined> {
  const { activityHours } = await organizationPlan(services, scope);
  return activityHours === null ? undefined : new Date(Date.now() - activityHours * HOUR);
}
