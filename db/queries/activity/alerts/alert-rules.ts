import { and, asc, count, eq } from "drizzle-orm";
import { ALERT_RULES_MAX } from "#contract/constants/activity/alerts.ts";
import { lockEnvironment } from "#db/queries/environments/lock-environment.ts";
import { alertRules } from "#db/schema/alert-rules.ts";
import { type Scope, scopeOf } from "#db/scope.ts";
import type { Executor, RareTransaction, Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { FrequencyRule } from "#domain/failures/frequency.ts";

export type AlertRuleRow = typeof alertRules.$inferSelect;
export type AlertRuleFields = Pick<AlertRuleRow, "name" | "events" | "frequency" | "emails" | "slackUrl" | "active">;

const byId = ({ environmentId }: Scope, id: string) =>
  and(eq(alertRules.environmentId, environmentId), eq(alertRules.id, id));

const unknownRule = (id: string) => notFound(`No alert rule with id ${id} exists in this environment`);

/** Oldest first. */
export const listAlertRules = (db: Executor, { environmentId }: Scope): Promise<AlertRuleRow[]> =>
  db
    .select()
    .from(alertRules)
    .where(eq(alertRules.environmentId, environmentId))
    .orderBy(asc(alertRules.createdAt), asc(alertRules.id));

/** Throws `not_found`. */
export async function getAlertRule(db: Executor, scope: Scope, id: string): Promise<AlertRuleRow> {
  const [row] = await db.select().from(alertRules).where(byId(scope, id));
  if (!row) throw unknownRule(id);
  return row;
}

/** Throws `conflict` when the environment has as many as it may have. */
export async function insertAlertRule(
  transaction: Transaction,
  scope: Scope,
  fields: AlertRuleFields,
): Promise<AlertRuleRow> {
  await lockEnvironment(transaction, scope);
  const [existing] = await transaction
    .select({ number: count() })
    .from(alertRules)
    .where(eq(alertRules.environmentId, scope.environmentId));
  if (existing && existing.number >= ALERT_RULES_MAX) {
    throw new DomainError("conflict", `An environment has at most ${ALERT_RULES_MAX} alert rules: delete one first`);
  }
  const [row] = await transaction
    .insert(alertRules)
    .values({ ...fields, ...scopeOf(scope) })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Locks a rule, so that of two changes at once the second builds upon the first. Throws `not_found`. */
export async function lockAlertRule(transaction: Transaction, scope: Scope, id: string): Promise<AlertRuleRow> {
  const [row] = await transaction.select().from(alertRules).where(byId(scope, id)).for("update");
  if (!row) throw unknownRule(id);
  return row;
}

/** Changes a rule. Throws `not_found`. */
export async function updateAlertRule(
  transaction: Transaction,
  scope: Scope,
  id: string,
  fields: AlertRuleFields,
): Promise<AlertRuleRow> {
  const [row] = await transaction.update(alertRules).set(fields).where(byId(scope, id)).returning();
  if (!row) throw unknownRule(id);
  return row;
}

/** Throws `not_found`. */
export async function deleteAlertRule(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  const rows = await transaction.delete(alertRules).where(byId(scope, id)).returning({ id: alertRules.id });
  if (rows.length === 0) throw unknownRule(id);
}

/** Returns the rule that a queued alert is of; undefined for one that was deleted or switched off since. */
export async function findActiveAlertRule(db: Executor, id: string): Promise<AlertRuleRow | undefined> {
  const [row] = await db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), eq(alertRules.active, true)));
  return row;
}

/** Returns the active rules of an environment that count failures by time. */
export const frequencyRules = (sql: RareTransaction, environmentId: string) => sql<FrequencyRule[]>`
  select id, (frequency->>'failures')::int as failures, (frequency->>'minutes')::int as minutes from alert_rules
  where environment_id = ${environmentId} and active and 'failure_group.frequent' = any(events) and frequency is not null`;
