import { and, eq, isNull } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import { DomainError } from "#domain/errors.ts";
import { integrations } from "../../schema/integrations.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { forgetPace } from "../lanes/lane-pace.ts";
import {
  activeContenders,
  closeRanks,
  hasPrimary,
  lockIntegrations,
  renumber,
  withNewcomer,
} from "./integration-priorities.ts";
import { deleteSends } from "./integration-sends.ts";
import { getIntegration, type IntegrationRow } from "./integrations.ts";
import { forgetOutage } from "./outages.ts";

type NewIntegration = Pick<
  typeof integrations.$inferInsert,
  "providerId" | "channel" | "name" | "identifier" | "credentials" | "secretsSet" | "active"
> & { conditions: Filter[]; retryInDoubt?: boolean; pace?: IntegrationPace | null };

/**
 * The first active one of a channel with a primary becomes it, unless it has conditions. Credentials come encrypted.
 * Throws `conflict` for an identifier of the organisation or a second demo provider, `invalid_input` for a second inbox.
 */
export async function insertIntegration(
  transaction: Transaction,
  scope: Scope,
  integration: NewIntegration,
): Promise<IntegrationRow> {
  await lockIntegrations(transaction, scope.organizationId);
  await assertFreeIdentifier(transaction, scope.organizationId, integration.identifier);
  await assertRoom(transaction, scope.environmentId, integration);
  const { organizationId, environmentId } = scope;
  const [row] = await transaction
    .insert(integrations)
    .values({ ...integration, organizationId, environmentId })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  if (!row.active || !hasPrimary(row.channel)) return row;
  const contenders = await activeContenders(transaction, row);
  const order = withNewcomer(contenders, row.id);
  await renumber(transaction, order);
  if (order[0] === row.id && row.conditions.length === 0) {
    await transaction.update(integrations).set({ primary: true }).where(eq(integrations.id, row.id));
  }
  return getIntegration(transaction, scope, row.id);
}

type IntegrationChanges = Partial<
  Pick<
    IntegrationRow,
    | "name"
    | "identifier"
    | "environmentId"
    | "credentials"
    | "secretsSet"
    | "active"
    | "conditions"
    | "retryInDoubt"
    | "pace"
    | "removeBranding"
  >
>;

/** Nothing becomes primary by a change; what is switched off, moved or given conditions stops being it. */
export async function updateIntegration(
  transaction: Transaction,
  scope: Scope,
  id: string,
  changes: IntegrationChanges,
): Promise<IntegrationRow> {
  await lockIntegrations(transaction, scope.organizationId);
  const before = await getIntegration(transaction, scope, id);
  const after = { ...before, ...changes };
  const moves = after.environmentId !== before.environmentId;
  if (after.identifier !== before.identifier) {
    await assertFreeIdentifier(transaction, scope.organizationId, after.identifier);
  }
  if (moves) await assertRoom(transaction, after.environmentId, after);
  const stays = after.active && before.active && !moves;
  await transaction
    .update(integrations)
    .set({
      ...changes,
      primary: before.primary && stays && after.conditions.length === 0,
      ...(!stays && { priority: 0 }),
    })
    .where(eq(integrations.id, id));
  if (changes.credentials || !stays) await forgetOutage(transaction, id);
  // Another account has another allowance, and what was learned is no reason against what a member sets.
  if (changes.credentials || changes.pace !== undefined || !stays) await forgetPace(transaction, id);
  if (before.active && !stays) await closeRanks(transaction, before);
  if (after.active && !stays && hasPrimary(after.channel)) {
    await renumber(transaction, withNewcomer(await activeContenders(transaction, after), id));
  }
  return getIntegration(transaction, scope, id);
}

/** Also activates it and drops its conditions; the former primary stays active. */
export async function makePrimary(transaction: Transaction, scope: Scope, id: string): Promise<IntegrationRow> {
  await lockIntegrations(transaction, scope.organizationId);
  const target = await getIntegration(transaction, scope, id);
  if (!hasPrimary(target.channel)) {
    throw new DomainError(
      "invalid_input",
      `Channel ${target.channel} has no primary integration: choose an integration of email or sms`,
    );
  }
  if (target.primary) return target;
  const contenders = await activeContenders(transaction, target);
  const others = contenders.filter((contender) => contender.id !== id).map((contender) => contender.id);
  await transaction
    .update(integrations)
    .set({ primary: false })
    .where(
      and(
        eq(integrations.environmentId, target.environmentId),
        eq(integrations.channel, target.channel),
        integrations.primary,
        isNull(integrations.deletedAt),
      ),
    );
  await transaction
    .update(integrations)
    .set({ active: true, primary: true, conditions: [] })
    .where(eq(integrations.id, id));
  await forgetOutage(transaction, id);
  await renumber(transaction, [id, ...others]);
  return getIntegration(transaction, scope, id);
}

/**
 * Puts the active integrations of a channel in order; those that are not named follow as they were. The first becomes the
 * primary one. Throws `invalid_input` for an id that is not an active one's, and for a first one with conditions.
 */
export async function orderIntegrations(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  channel: Channel,
  ids: readonly string[],
): Promise<IntegrationRow[]> {
  await lockIntegrations(transaction, organizationId);
  const contest = { environmentId, channel };
  const contenders = await activeContenders(transaction, contest);
  const unknown = ids.find((id) => !contenders.some((contender) => contender.id === id));
  if (unknown !== undefined) {
    throw new DomainError(
      "invalid_input",
      `integrationIds: ${unknown} is no active ${channel} integration of this environment: switch it on first, or leave it out`,
    );
  }
  const order = [...ids, ...contenders.map(({ id }) => id).filter((id) => !ids.includes(id))];
  const [first] = order;
  const before = await Promise.all(order.map((id) => getIntegration(transaction, { organizationId }, id)));
  if (!first || before[0]?.conditions.length !== 0) {
    throw new DomainError(
      "invalid_input",
      `integrationIds: ${first} has conditions and cannot be the primary one: put one without conditions first`,
    );
  }
  await transaction
    .update(integrations)
    .set({ primary: false })
    .where(and(eq(integrations.environmentId, environmentId), eq(integrations.channel, channel), integrations.primary));
  await transaction.update(integrations).set({ primary: true }).where(eq(integrations.id, first));
  await renumber(transaction, order);
  return Promise.all(order.map((id) => getIntegration(transaction, { organizationId }, id)));
}

/** The row stays, marked as deleted. No other one becomes primary. */
export async function deleteIntegration(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  await lockIntegrations(transaction, scope.organizationId);
  const row = await getIntegration(transaction, scope, id);
  await transaction
    .update(integrations)
    .set({ deletedAt: new Date(), active: false, primary: false, priority: 0 })
    .where(eq(integrations.id, id));
  await forgetOutage(transaction, id);
  await forgetPace(transaction, id);
  await deleteSends(transaction, id);
  await closeRanks(transaction, row);
}

async function assertFreeIdentifier(transaction: Transaction, organizationId: string, identifier: string) {
  const [taken] = await transaction
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        eq(integrations.identifier, identifier),
        isNull(integrations.deletedAt),
      ),
    );
  if (!taken) return;
  throw new DomainError(
    "conflict",
    `identifier ${identifier} belongs to another integration of this organization: choose another one`,
  );
}

/** An environment has one inbox, and each of Belfry's demo providers once. */
async function assertRoom(
  transaction: Transaction,
  environmentId: string,
  { channel, providerId }: Pick<IntegrationRow, "channel" | "providerId">,
): Promise<void> {
  const isDemo = providerId === DEMO_EMAIL_PROVIDER || providerId === DEMO_SMS_PROVIDER;
  if (channel !== "in_app" && !isDemo) return;
  const [existing] = await transaction
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.environmentId, environmentId),
        eq(integrations.channel, channel),
        channel === "in_app" ? undefined : eq(integrations.providerId, providerId),
        isNull(integrations.deletedAt),
      ),
    );
  if (!existing) return;
  if (channel === "in_app") {
    throw new DomainError("invalid_input", "The environment has its in-app integration already: update that one");
  }
  throw new DomainError("conflict", `The environment has an integration of ${providerId} already: update that one`);
}
