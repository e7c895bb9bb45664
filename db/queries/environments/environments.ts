import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type EnvironmentRow = typeof environments.$inferSelect;

const live = isNull(environments.deletedAt);

export async function findEnvironment(
  db: Database,
  organizationId: string,
  id: string,
): Promise<EnvironmentRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(environments)
    .where(and(live, eq(environments.organizationId, organizationId), eq(environments.id, id)));
  return row;
}

/** The environment of an id, of whichever organisation: the caller compares that. */
export async function findAnyEnvironment(db: Executor, id: string): Promise<EnvironmentRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(environments)
    .where(and(live, eq(environments.id, id)));
  return row;
}

/** The environment of an inbox's application identifier, which is public. */
export async function findEnvironmentByIdentifier(
  db: Database,
  identifier: string,
): Promise<EnvironmentRow | undefined> {
  const [row] = await db
    .select()
    .from(environments)
    .where(and(live, eq(environments.identifier, identifier)));
  return row;
}

/**
 * Changes an environment of the organisation; undefined when it has none of that id. A domain that has changed is not known to bring its
 * mail here.
 */
export async function updateEnvironment(
  transaction: Transaction,
  organizationId: string,
  id: string,
  changes: Partial<
    Pick<
      EnvironmentRow,
      | "name"
      | "identifier"
      | "color"
      | "inboundParseDomain"
      | "mxRecordConfigured"
      | "bridgeUrl"
      | "bridgeSelfSigned"
      | "requiresApproval"
    >
  >,
): Promise<EnvironmentRow | undefined> {
  if (!isUuid(id)) return undefined;
  const where = and(live, eq(environments.organizationId, organizationId), eq(environments.id, id));
  const [current] = await transaction.select().from(environments).where(where).for("no key update");
  if (!current || Object.keys(changes).length === 0) return current;
  const { inboundParseDomain } = changes;
  const isMoved = inboundParseDomain !== undefined && inboundParseDomain !== current.inboundParseDomain;
  const [row] = await transaction
    .update(environments)
    .set({ ...changes, ...(isMoved && { mxRecordConfigured: false }) })
    .where(where)
    .returning();
  return row;
}

/** Development first, which the others stem from. */
export function listEnvironments(db: Executor, organizationId: string): Promise<EnvironmentRow[]> {
  return db
    .select()
    .from(environments)
    .where(and(live, eq(environments.organizationId, organizationId)))
    .orderBy(sql`${environments.parentId} is not null`, asc(environments.createdAt), asc(environments.id));
}
