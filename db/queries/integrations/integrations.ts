import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import { providerIdOf } from "#contract/constants/provider-ids.ts";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { integrations } from "../../schema/integrations.ts";
import { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";

/** Credentials in it are encrypted. */
export type IntegrationRow = typeof integrations.$inferSelect;

/** Those of all environments of the organisation, oldest first. */
export function listIntegrations(
  db: Database,
  { organizationId }: Pick<Scope, "organizationId">,
  { active }: { active?: true } = {},
): Promise<IntegrationRow[]> {
  return db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        isNull(integrations.deletedAt),
        active ? integrations.active : undefined,
      ),
    )
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
}

/** Those of one environment, oldest first. */
export function listEnvironmentIntegrations(db: Executor, scope: Scope): Promise<IntegrationRow[]> {
  return db
    .select()
    .from(integrations)
    .where(and(eq(integrations.environmentId, scope.environmentId), isNull(integrations.deletedAt)))
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
}

/** Any of the organisation's: members and keys manage the integrations of all its environments. */
export async function getIntegration(
  db: Executor,
  { organizationId }: Pick<Scope, "organizationId">,
  id: string,
): Promise<IntegrationRow> {
  if (!isUuid(id)) throw unknownIntegration(id);
  const [row] = await db
    .select()
    .from(integrations)
    .where(
      and(eq(integrations.organizationId, organizationId), eq(integrations.id, id), isNull(integrations.deletedAt)),
    );
  if (!row) throw unknownIntegration(id);
  return row;
}

const unknownIntegration = (id: string) => notFound(`No integration with id ${id} exists in this organization`);

/** One of the environment's, by its own id or by its provider's, which may be an alias; the newest if there are several. */
export async function findIntegrationOf(
  db: Database,
  scope: Scope,
  providerOrIntegrationId: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, scope.environmentId),
        isNull(integrations.deletedAt),
        isUuid(providerOrIntegrationId)
          ? eq(integrations.id, providerOrIntegrationId)
          : eq(integrations.providerId, providerIdOf(providerOrIntegrationId)),
      ),
    )
    .orderBy(desc(integrations.createdAt))
    .limit(1);
  return row;
}

interface WantedIntegration {
  channel: Channel;
  providerId: string;
  id?: string | undefined;
  identifier?: string | undefined;
}

/** The environment's active integration of a provider by its id or its identifier, or without either the newest one. */
export async function findActiveIntegration(
  db: Database,
  scope: Scope,
  { channel, providerId, id, identifier }: WantedIntegration,
): Promise<IntegrationRow | undefined> {
  const [row] = await db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, scope.environmentId),
        eq(integrations.channel, channel),
        eq(integrations.providerId, providerId),
        id === undefined ? undefined : eq(integrations.id, id),
        identifier === undefined ? undefined : eq(integrations.identifier, identifier),
        integrations.active,
        isNull(integrations.deletedAt),
      ),
    )
    .orderBy(desc(integrations.createdAt))
    .limit(1);
  return row;
}

/** Whether an inbox of one of the environment's subscribers has ever been connected. */
export async function hasConnectedInbox(db: Database, scope: Scope): Promise<boolean> {
  const [row] = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.environmentId, scope.environmentId),
        isNull(subscribers.deletedAt),
        isNotNull(subscribers.isOnline),
      ),
    )
    .limit(1);
  return row !== undefined;
}
