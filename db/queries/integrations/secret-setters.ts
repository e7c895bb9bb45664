import { and, eq, inArray } from "drizzle-orm";
import { personName } from "#domain/values/person-name.ts";
import { members } from "../../schema/accounts/members.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor } from "../../transaction.ts";
import type { IntegrationRow } from "./integrations.ts";

/** The names of those who set secrets of the integrations and still belong to the organisation, or their addresses, by the ids of people. */
export async function findSecretSetters(
  db: Executor,
  organizationId: string,
  rows: readonly Pick<IntegrationRow, "secretsSet">[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ secretsSet }) => Object.values(secretsSet).flatMap(({ userId }) => userId ?? []));
  return await findPeople(db, organizationId, ids);
}

/** The names of those of the people who belong to the organisation, or their addresses, by their ids. */
export async function findPeople(
  db: Executor,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.status, "active"),
        inArray(users.id, [...new Set(ids)]),
      ),
    );
  return new Map(found.map((user) => [user.id, personName(user) ?? user.email]));
}
