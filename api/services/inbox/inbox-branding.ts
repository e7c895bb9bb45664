import { getIntegration } from "#db/queries/integrations/integrations.ts";
import type { Scope } from "#db/scope.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";

/**
 * Whether an inbox leaves out the mark of its makers. Plans without branding removal show it; else the in-app integration decides, and
 * one that says nothing leaves it out. Throws `not_found` when the integration is gone.
 */
export async function leavesOutBranding(services: PlanServices, scope: Scope, integrationId: string): Promise<boolean> {
  const { features } = await organizationPlan(services, scope);
  if (!features.brandingRemoval) return false;
  return (await getIntegration(services.db, scope, integrationId)).removeBranding ?? true;
}
