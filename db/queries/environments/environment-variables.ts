import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { VARIABLES_MAX } from "#contract/constants/templates/environment-variables.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { groupedBy } from "#domain/values/grouped-by.ts";
import { environmentVariables, environmentVariableValues } from "../../schema/accounts/environment-variables.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { refusingTaken } from "../../unique-violation.ts";

export type VariableValueRow = typeof environmentVariableValues.$inferSelect;
export type VariableRow = typeof environmentVariables.$inferSelect & { values: VariableValueRow[] };

const takenKey = (key: string) =>
  new DomainError("conflict", [`key is that of another variable, ${key}: choose another one, or change that one`]);

const unknownVariable = (key: string) => notFound(`The organization has no environment variable ${key}`);

/** Returns the variables of an organisation by their keys, with the values of environments that have not been deleted. */
export async function listVariables(
  db: Executor,
  organizationId: string,
  { search, key }: { search?: string | undefined; key?: string } = {},
): Promise<VariableRow[]> {
  const rows = await db
    .select()
    .from(environmentVariables)
    .where(
      and(
        eq(environmentVariables.organizationId, organizationId),
        key === undefined ? undefined : eq(environmentVariables.key, key),
        search ? sql`strpos(lower(${environmentVariables.key}), lower(${search})) > 0` : undefined,
      ),
    )
    .orderBy(asc(environmentVariables.key))
    .limit(VARIABLES_MAX);
  const values = await valuesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, values: values.get(row.id) ?? [] }));
}

/** Throws `not_found`. */
export async function getVariable(db: Executor, organizationId: string, key: string): Promise<VariableRow> {
  const [row] = await listVariables(db, organizationId, { key });
  if (!row) throw unknownVariable(key);
  return row;
}

async function valuesOf(db: Executor, variableIds: readonly string[]): Promise<Map<string, VariableValueRow[]>> {
  if (variableIds.length === 0) return new Map();
  const rows = await db
    .select({ value: environmentVariableValues })
    .from(environmentVariableValues)
    .innerJoin(environments, eq(environments.id, environmentVariableValues.environmentId))
    .where(and(inArray(environmentVariableValues.variableId, [...variableIds]), isNull(environments.deletedAt)))
    .orderBy(asc(environments.createdAt), asc(environments.id));
  return groupedBy(
    rows.map(({ value }) => value),
    ({ variableId }) => variableId,
  );
}

/** Reads a variable and keeps others from changing it until the transaction ends. Throws `not_found`. */
export async function lockVariable(
  transaction: Transaction,
  organizationId: string,
  id: string,
  key: string,
): Promise<VariableRow> {
  const [row] = await transaction
    .select()
    .from(environmentVariables)
    .where(and(eq(environmentVariables.organizationId, organizationId), eq(environmentVariables.id, id)))
    .for("update");
  if (!row) throw unknownVariable(key);
  return { ...row, values: (await valuesOf(transaction, [id])).get(id) ?? [] };
}

/** Throws `conflict` for a key that is taken, and when there are too many variables. */
export async function insertVariable(
  transaction: Transaction,
  organizationId: string,
  { key, isSecret }: Pick<VariableRow, "key" | "isSecret">,
): Promise<Omit<VariableRow, "values">> {
  // Locks the organisation, so that two at once do not make one too many.
  await touchVariables(transaction, organizationId);
  const own = eq(environmentVariables.organizationId, organizationId);
  if ((await transaction.$count(environmentVariables, own)) >= VARIABLES_MAX) {
    throw new DomainError("conflict", `The organization has ${VARIABLES_MAX} environment variables: delete one first`);
  }
  const [row] = await transaction
    .insert(environmentVariables)
    .values({ organizationId, key, isSecret })
    .onConflictDoNothing()
    .returning();
  if (!row) throw takenKey(key);
  return row;
}

/** Throws `conflict` for a key that is taken. */
export async function updateVariable(
  transaction: Transaction,
  id: string,
  fields: { key?: string | undefined; isSecret?: boolean | undefined },
): Promise<void> {
  const { key, isSecret } = fields;
  const writing = transaction
    .update(environmentVariables)
    .set({ ...(key !== undefined && { key }), ...(isSecret !== undefined && { isSecret }), updatedAt: new Date() })
    .where(eq(environmentVariables.id, id));
  await refusingTaken("environment_variables_key", writing, () => takenKey(key ?? ""));
}

export async function deleteVariable(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(environmentVariables).where(eq(environmentVariables.id, id));
}

/** Stores values, each in the place of the one that its environment had. */
export async function saveVariableValues(transaction: Transaction, rows: readonly VariableValueRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insert(environmentVariableValues)
    .values([...rows])
    .onConflictDoUpdate({
      target: [environmentVariableValues.variableId, environmentVariableValues.environmentId],
      set: { value: sql`excluded.value`, setAt: sql`excluded.set_at`, setBy: sql`excluded.set_by` },
    });
}

export async function removeVariableValues(
  transaction: Transaction,
  variableId: string,
  environmentIds: readonly string[],
): Promise<void> {
  if (environmentIds.length === 0) return;
  await transaction
    .delete(environmentVariableValues)
    .where(
      and(
        eq(environmentVariableValues.variableId, variableId),
        inArray(environmentVariableValues.environmentId, [...environmentIds]),
      ),
    );
}

/** Has workers read the variables of the organisation again with the next slice. */
export async function touchVariables(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction
    .update(organizations)
    .set({ variablesRevision: sql`${organizations.variablesRevision} + 1` })
    .where(eq(organizations.id, organizationId));
}

/** A variable as an environment has it: encrypted where it is secret, null where the environment has no value. */
export interface StoredVariable {
  key: string;
  isSecret: boolean;
  value: string | null;
}

/** Returns all variables of an environment, and the revision that they are of. */
export async function readVariables(
  db: Executor,
  { environmentId }: Pick<Scope, "environmentId">,
): Promise<{ revision: number; variables: StoredVariable[] }> {
  // Read first: a change in between is read again with the next revision.
  const [organization] = await db
    .select({ revision: organizations.variablesRevision, id: organizations.id })
    .from(environments)
    .innerJoin(organizations, eq(organizations.id, environments.organizationId))
    .where(eq(environments.id, environmentId));
  if (!organization || organization.revision === 0) return { revision: 0, variables: [] };
  const variables = await db
    .select({
      key: environmentVariables.key,
      isSecret: environmentVariables.isSecret,
      value: environmentVariableValues.value,
    })
    .from(environmentVariables)
    .leftJoin(
      environmentVariableValues,
      and(
        eq(environmentVariableValues.variableId, environmentVariables.id),
        eq(environmentVariableValues.environmentId, environmentId),
      ),
    )
    .where(eq(environmentVariables.organizationId, organization.id))
    .orderBy(asc(environmentVariables.key));
  return { revision: organization.revision, variables };
}
