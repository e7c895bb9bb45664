import type { Config } from "#config.ts";
import { newApiKey } from "#db/api-key.ts";
import type { Database } from "#db/client.ts";
import { type ApiKeyRow, forgetApiKeys, listApiKeys, replaceApiKeys } from "#db/queries/environments/api-keys.ts";
import {
  createFurtherEnvironment,
  type NewEnvironment,
  type NewEnvironmentConfig,
} from "#db/queries/organizations/organizations.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext, KeyCaller, MemberCaller, OrganizationCall } from "../../caller.ts";
import { note, noted } from "../audit.ts";
import { organizationPlan, type PlanServices } from "../organizations/organization-plan.ts";

type Services = PlanServices & { config: NewEnvironmentConfig };

/** Creates an environment besides Development and Production. Throws `forbidden` when the plan has none. */
export async function createEnvironment(
  services: Services,
  call: OrganizationCall,
  name: string,
): Promise<NewEnvironment> {
  const {
    scope: { organizationId },
    caller,
  } = call;
  const { features } = await organizationPlan(services, { organizationId });
  if (!features.customEnvironments) {
    throw new DomainError("forbidden", "Your plan has no further environments: change the plan");
  }
  const environment = { name, organizationId, creatorId: caller.userId, config: services.config };
  return noted(
    services.db,
    call,
    { action: "environment.created" },
    (transaction) => createFurtherEnvironment(transaction, environment),
    ({ id }) => id,
  );
}

/** Replaces all API keys of the environment by a new one of the caller's, in the transaction that ends the old ones. */
export async function regenerateApiKeys(
  { db, config }: { db: Database; config: Pick<Config, "encryptionKey"> },
  call: CallContext<KeyCaller | MemberCaller>,
): Promise<ApiKeyRow> {
  const { scope, caller } = call;
  const { hash, encryptedKey } = newApiKey(config.encryptionKey);
  const row = await db.transaction(async (transaction) => {
    const old = await listApiKeys(transaction, scope);
    const replaced = await replaceApiKeys(transaction, scope, { userId: caller.userId, hash, encryptedKey });
    const before = { keys: old.map((key) => key.encryptedKey) };
    const after = { keys: [encryptedKey] };
    await note(transaction, call, { action: "api_key.replaced", id: replaced.id, before, after });
    return replaced;
  });
  forgetApiKeys();
  return row;
}
