import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { subscribers } from "../../schema/subscribers.ts";

/** A subscriber that is not deleted, by Belfry's id, with the organisation that sends to it. */
export async function findLinkOwner(
  db: Database,
  { environmentId, subscriberId }: { environmentId: string; subscriberId: string },
) {
  const [found] = await db
    .select({ subscriber: subscribers, organization: organizations })
    .from(subscribers)
    .innerJoin(environments, eq(environments.id, subscribers.environmentId))
    .innerJoin(organizations, eq(organizations.id, environments.organizationId))
    .where(
      and(
        eq(subscribers.id, subscriberId),
        eq(subscribers.environmentId, environmentId),
        isNull(subscribers.deletedAt),
        isNull(environments.deletedAt),
      ),
    );
  return found;
}

export type LinkOwner = NonNullable<Awaited<ReturnType<typeof findLinkOwner>>>;
