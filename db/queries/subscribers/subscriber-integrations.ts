import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { DomainError } from "#domain/errors.ts";
import { knownCredentials, type StoredChannel } from "#domain/subscriber-channels.ts";
import type { Database } from "../../client.ts";
import { integrations } from "../../schema/integrations.ts";
import type { Scope } from "../../scope.ts";

/** Credentials as a caller names them: by provider and, where it has several, the identifier of an integration. */
export interface NamedCredentials {
  providerId: string;
  integrationIdentifier?: string | undefined;
  credentials: Record<string, unknown>;
}

/**
 * Matches credentials to the active chat and push integrations of the environment: the one of that identifier, else the
 * provider's newest. The function it returns throws `invalid_input` when there is none.
 */
export async function integrationMatcher(
  db: Pick<Database, "select">,
  scope: Scope,
  wanted: readonly NamedCredentials[],
): Promise<(named: NamedCredentials) => StoredChannel> {
  const providerIds = [...new Set(wanted.map(({ providerId }) => providerId))];
  const active =
    providerIds.length === 0
      ? []
      : await db
          .select({ id: integrations.id, providerId: integrations.providerId, identifier: integrations.identifier })
          .from(integrations)
          .where(
            and(
              eq(integrations.environmentId, scope.environmentId),
              inArray(integrations.channel, ["chat", "push"]),
              // One parameter: a list of recipients may name more providers than a statement may have parameters.
              sql`${integrations.providerId} = any(${sql.param(providerIds)}::text[])`,
              eq(integrations.active, true),
              isNull(integrations.deletedAt),
            ),
          )
          .orderBy(desc(integrations.createdAt));
  return ({ providerId, integrationIdentifier, credentials }) => {
    const found = active.find(
      (integration) =>
        integration.providerId === providerId &&
        (integrationIdentifier ?? integration.identifier) === integration.identifier,
    );
    if (!found) throw noIntegration(providerId, integrationIdentifier);
    return {
      integrationId: found.id,
      integrationIdentifier: found.identifier,
      providerId,
      credentials: knownCredentials(credentials),
    };
  };
}

function noIntegration(providerId: string, identifier: string | undefined): DomainError {
  const named = identifier === undefined ? "" : ` with identifier ${identifier}`;
  return new DomainError(
    "invalid_input",
    `providerId ${providerId} has no active chat or push integration${named} in this environment: add or activate one first`,
  );
}
