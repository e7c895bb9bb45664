import type { Database } from "#db/client.ts";
import { findIntegrationOf } from "#db/queries/integrations/integrations.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { findProvider } from "#providers/registry.ts";

/**
 * Whether Belfry reads what the integration's provider reports about its messages.
 * Throws `not_found`, and `invalid_input` for a channel that has no such reports or an integration that is not set up.
 */
export async function webhookStatus(db: Database, scope: Scope, providerOrIntegrationId: string): Promise<boolean> {
  const integration = await findIntegrationOf(db, scope, providerOrIntegrationId);
  if (!integration) {
    throw notFound(`No integration with the id or provider ${providerOrIntegrationId} exists in this environment`);
  }
  const { channel, providerId, credentials } = integration;
  if (channel !== "email" && channel !== "sms") {
    throw new DomainError("invalid_input", `Channel ${channel} has no delivery webhooks: only email and sms do`);
  }
  const provider = findProvider(channel, providerId);
  const needed = provider?.catalogueEntry.credentials ?? [];
  if (needed.length > 0 && Object.keys(credentials).length === 0) {
    throw new DomainError(
      "invalid_input",
      `Integration ${integration.identifier} has no credentials: fill them in first`,
    );
  }
  return provider?.readReports !== undefined;
}
