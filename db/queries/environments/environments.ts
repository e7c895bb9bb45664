import { and, asc, eq, sql } from "drizzle-orm";
import { isUuid } from "#domain/uuid.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/environments.ts";

export type EnvironmentRow = typeof environments.$inferSelect;

export async function findEnvironment(
  db: Database,
  organizationId: string,
  id: string,
): Promise<EnvironmentRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(environments)
    .where(and(eq(environments.organizationId, organizationId), eq(environments.id, id)));
  return row;
}

/** The environment of an inbox's application identifier, which is public. */
export async function findEnvironmentByIdentifier(
  db: Database,
  identifier: string,
): Promise<EnvironmentRow | undefined> {
  const [row] = await db.select().from(environments).where(eq(environments.identifier, identifier));
  return row;
}

/** Development first, which the others stem from. */
export function listEnvironments(db: Database, organizationId: string): Promise<EnvironmentRow[]> {
  return db
    .select()
    .from(environments)
    .where(eq(environments.organizationId, organizationId))
    .orderBy(sql`${environments.parentId} is not null`, asc(environments.createdAt), asc(environments.id));
}
