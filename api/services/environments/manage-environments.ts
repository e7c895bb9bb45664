import type { CreateEnvironment } from "#contract/accounts/environments.ts";
import {
  createFurtherEnvironment,
  type NewEnvironment,
  type NewEnvironmentConfig,
} from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";
import type { OrganizationCall } from "../../caller.ts";
import { noted } from "../audit.ts";

type Services = PlanServices & { config: NewEnvironmentConfig };

/** Creates an environment besides Development and Production. Throws `forbidden` when the plan has none. */
export async function createEnvironment(
  services: Services,
  call: OrganizationCall,
  { name, color }: CreateEnvironment,
): Promise<NewEnvironment> {
  const {
    scope: { organizationId },
    caller,
  } = call;
  const { features } = await organizationPlan(services, { organizationId });
  if (!features.customEnvironments) {
    throw new DomainError("forbidden", "Your plan has no further environments: change the plan");
  }
  const environment = {
    name,
    ...(color && { color }),
    organizationId,
    creatorId: caller.userId,
    config: services.config,
  };
  return noted(
    services.db,
    call,
    { action: "environment.created" },
    (transaction) => createFurtherEnvironment(transaction, environment),
    ({ id }) => id,
  );
}
