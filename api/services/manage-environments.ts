import type { Config } from "#config.ts";
import { newApiKey } from "#db/api-key.ts";
import type { Database } from "#db/client.ts";
import { type ApiKeyRow, forgetApiKeys, replaceApiKeys } from "#db/queries/environments/api-keys.ts";
import { createFurtherEnvironment, type NewEnvironment } from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext, KeyCaller, MemberCaller, OrganizationCall } from "../caller.ts";
import { organizationPlan, type PlanServices } from "./organization-plan.ts";

type Services = PlanServices & { config: Pick<Config, "encryptionKey"> };

/** Creates an environment besides Development and Production. Throws `forbidden` when the plan has none. */
export async function createEnvironment(
  services: Services,
  { scope: { organizationId }, caller }: OrganizationCall,
  name: string,
): Promise<NewEnvironment> {
  const { features } = await organizationPlan(services, { organizationId });
  if (!features.customEnvironments) {
    throw new DomainError("forbidden", "Your plan has no further environments: change the plan");
  }
  const environment = { name, organizationId, creatorId: caller.userId };
  const { encryptionKey } = services.config;
  return services.db.transaction((transaction) =>
    createFurtherEnvironment(transaction, { ...environment, encryptionKey }),
  );
}

/** Replaces all API keys of the environment by a new one of the caller's, in the transaction that ends the old ones. */
export async function regenerateApiKeys(
  { db, config }: { db: Database; config: Pick<Config, "encryptionKey"> },
  { scope, caller }: CallContext<KeyCaller | MemberCaller>,
): Promise<ApiKeyRow> {
  const { hash, encryptedKey } = newApiKey(config.encryptionKey);
  const row = await db.transaction((transaction) =>
    replaceApiKeys(transaction, scope, { userId: caller.userId, hash, encryptedKey }),
  );
  forgetApiKeys();
  return row;
}
