import { and, count, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { PublicationState } from "#contract/constants/changes.ts";
import { notFound } from "#domain/errors.ts";
import { personName } from "#domain/values/person-name.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { type Decision, publications } from "../../schema/accounts/publications.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type PublicationRow = typeof publications.$inferSelect;
type NewPublication = typeof publications.$inferInsert;
/** A row with its moment to the microsecond, by which a list goes on. */
export type ListedPublication = PublicationRow & { at: string };

/** Texts that a publication wrote over are as large as translation groups, and taken back by it alone: lists leave them out. */
const itemsWithoutTexts = sql<PublicationRow["items"]>`(
  select jsonb_agg(
    case when item -> 'undo' -> 'state' ? 'locales' then jsonb_set(item, '{undo,state,locales}', '[]') else item end order by place)
  from jsonb_array_elements(${publications.items}) with ordinality as listed(item, place))`;

interface ListOptions {
  targetEnvironmentId?: string | undefined;
  state?: PublicationState | undefined;
  /** The place after which the page begins. */
  after: { at: string; id: string } | null;
  limit: number;
}

/** Those of an organisation, newest first. */
export function listPublications(
  db: Database,
  organizationId: string,
  { targetEnvironmentId, state, after, limit }: ListOptions,
): Promise<ListedPublication[]> {
  return db
    .select({
      publication: { ...getTableColumns(publications), items: itemsWithoutTexts },
      at: sql<string>`${publications.createdAt}::text`,
    })
    .from(publications)
    .innerJoin(environments, eq(environments.id, publications.environmentId))
    .where(
      and(
        eq(publications.organizationId, organizationId),
        isNull(environments.deletedAt),
        targetEnvironmentId === undefined ? undefined : eq(publications.environmentId, targetEnvironmentId),
        state && eq(publications.state, state),
        after === null
          ? undefined
          : sql`(${publications.createdAt}, ${publications.id}) < (${after.at}::text::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(publications.createdAt), desc(publications.id))
    .limit(limit)
    .then((rows) => rows.map(({ publication, at }) => ({ ...publication, at })));
}

/** Counts those of an organisation that wait for approval, up to a limit. */
export async function countWaitingPublications(db: Database, organizationId: string, limit: number): Promise<number> {
  const waiting = await db
    .select({ id: publications.id })
    .from(publications)
    .innerJoin(environments, eq(environments.id, publications.environmentId))
    .where(
      and(
        eq(publications.organizationId, organizationId),
        eq(publications.state, "waiting"),
        isNull(environments.deletedAt),
      ),
    )
    .limit(limit);
  return waiting.length;
}

/** Counts by organisation the publications that wait for approval, and that others than a person asked for. */
export async function countPublicationsOfOthers(
  db: Database,
  organizationIds: readonly string[],
  userId: string,
): Promise<Map<string, number>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db
    .select({ id: publications.organizationId, count: count() })
    .from(publications)
    .innerJoin(environments, eq(environments.id, publications.environmentId))
    .where(
      and(
        inArray(publications.organizationId, [...organizationIds]),
        eq(publications.state, "waiting"),
        isNull(environments.deletedAt),
        sql`${publications.requestedBy} ->> 'userId' <> ${userId}`,
      ),
    )
    .groupBy(publications.organizationId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

const unknown = (id: string) => notFound(`No publication with id ${id} exists in this organization`);

/** Throws `not_found`. */
export async function getPublication(db: Executor, organizationId: string, id: string): Promise<PublicationRow> {
  const [row] = await db
    .select()
    .from(publications)
    .where(and(eq(publications.organizationId, organizationId), eq(publications.id, id)));
  if (!row) throw unknown(id);
  return row;
}

/** The same, which nobody changes until the transaction ends. */
export async function lockPublication(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<PublicationRow> {
  const [row] = await transaction
    .select()
    .from(publications)
    .where(and(eq(publications.organizationId, organizationId), eq(publications.id, id)))
    .for("update");
  if (!row) throw unknown(id);
  return row;
}

export async function insertPublication(transaction: Transaction, values: NewPublication): Promise<PublicationRow> {
  const [row] = await transaction.insert(publications).values(values).returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

export async function updatePublication(
  transaction: Executor,
  id: string,
  changes: Partial<NewPublication>,
): Promise<PublicationRow> {
  const [row] = await transaction.update(publications).set(changes).where(eq(publications.id, id)).returning();
  if (!row) throw unknown(id);
  return row;
}

/** Who decides something, as it is kept: a name stays when its person leaves. */
export async function decisionOf(
  db: Executor,
  { userId, keyEnd }: { userId: string; keyEnd?: string | undefined },
): Promise<Decision> {
  const [user] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  const name = personName(user) ?? "a former member";
  return { userId, name, ...(keyEnd !== undefined && { keyEnd }), at: new Date().toISOString() };
}
