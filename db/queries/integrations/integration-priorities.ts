import { and, desc, eq, isNull } from "drizzle-orm";
import { type Channel, RANKED_CHANNELS } from "#contract/constants/channels.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { integrations } from "../../schema/integrations.ts";
import type { Transaction } from "../../transaction.ts";

export const hasPrimary = (channel: Channel): boolean => RANKED_CHANNELS.some((ranked) => ranked === channel);

/** Integrations compete within one channel of one environment. */
interface Contest {
  environmentId: string;
  channel: Channel;
}

interface Contender {
  id: string;
  primary: boolean;
}

/**
 * Changes of an organisation's integrations wait for each other: identifiers are unique in it, and an order can only be
 * kept by one at a time.
 */
export async function lockIntegrations(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("no key update");
}

/** The active integrations, highest priority first. */
export function activeContenders(transaction: Transaction, { environmentId, channel }: Contest): Promise<Contender[]> {
  return transaction
    .select({ id: integrations.id, primary: integrations.primary })
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, environmentId),
        eq(integrations.channel, channel),
        integrations.active,
        isNull(integrations.deletedAt),
      ),
    )
    .orderBy(desc(integrations.primary), desc(integrations.priority), desc(integrations.createdAt));
}

/** The place of an integration that becomes active: below the primary, or on top when the top one is not primary. */
export function withNewcomer(contenders: readonly Contender[], id: string): string[] {
  const others = contenders.filter((contender) => contender.id !== id);
  const place = others[0]?.primary ? 1 : 0;
  const ids = others.map((contender) => contender.id);
  return [...ids.slice(0, place), id, ...ids.slice(place)];
}

/** Numbers the integrations n..1 in the order given. */
export async function renumber(transaction: Transaction, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await transaction
      .update(integrations)
      .set({ priority: ids.length - index })
      .where(eq(integrations.id, id));
  }
}

/** Closes the gap that an integration left which is no longer active there. */
export async function closeRanks(transaction: Transaction, contest: Contest): Promise<void> {
  if (!hasPrimary(contest.channel)) return;
  const contenders = await activeContenders(transaction, contest);
  await renumber(
    transaction,
    contenders.map(({ id }) => id),
  );
}
