import { and, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { ResumptionKind } from "#contract/constants/resumptions.ts";
import type { CreateResumption, ResumptionIntegration } from "#contract/resumptions.ts";
import { notFound } from "#domain/errors.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Database } from "../../client.ts";
import { resumptions } from "../../schema/runs/resumptions.ts";
import { runs } from "../../schema/runs/runs.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

export type ResumptionRow = typeof resumptions.$inferSelect;

/** Names the kind in messages. */
const NOUNS: Readonly<Record<ResumptionKind, string>> = { resume: "resumption", cancel: "cancellation" };

/** A selection of runs with its purpose, and who asks for it. */
export interface NewResumption extends Partial<Omit<CreateResumption, "name" | "integrationId">> {
  kind?: ResumptionKind;
  name?: string | undefined;
  integration?: ResumptionIntegration | undefined;
  by?: { userId: string; keyEnd?: string } | undefined;
}

/** Stores what is to become of runs. It is due at once, so that it is begun also when nobody is told. */
export async function insertResumption(
  transaction: Transaction,
  scope: Scope,
  { kind = "resume", name, runIds, filter, version = "pinned", integration, spreadSeconds, by }: NewResumption,
): Promise<ResumptionRow> {
  const now = new Date();
  const expireAt = addDuration(now, { amount: RETENTION_DAYS, unit: "days" });
  const [row] = await transaction
    .insert(resumptions)
    .values({
      ...scopeOf(scope),
      kind,
      name: name ?? null,
      createdBy: by
        ? sql`(
            select jsonb_strip_nulls(jsonb_build_object('name', trim(concat_ws(' ', first_name, last_name)), 'keyEnd', ${by.keyEnd ?? null}::text))
            from users where id = ${by.userId})`
        : null,
      version,
      integration: integration ?? null,
      spreadSeconds: spreadSeconds ?? 0,
      state: "counting",
      dueAt: now,
      expireAt,
      runIds: runIds ?? null,
      filter: filter ?? null,
    })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Throws `not_found`. */
export async function getResumption(
  db: Database | Transaction,
  scope: Scope,
  { kind, id }: Pick<ResumptionRow, "kind" | "id">,
): Promise<ResumptionRow> {
  const row = await findResumption(db, scope, id);
  if (row?.kind !== kind) throw notFound(`No ${NOUNS[kind]} with id ${id} exists in this environment`);
  return row;
}

/** Of any kind. */
export async function findResumption(
  db: Database | Transaction,
  scope: Scope,
  id: string,
): Promise<ResumptionRow | undefined> {
  const [row] = await db
    .select()
    .from(resumptions)
    .where(and(eq(resumptions.environmentId, scope.environmentId), eq(resumptions.id, id)));
  return row;
}

/** Newest first. */
export function listResumptions(
  db: Database,
  scope: Scope,
  { kind, limit }: Pick<ResumptionRow, "kind"> & { limit: number },
): Promise<ResumptionRow[]> {
  return db
    .select()
    .from(resumptions)
    .where(and(eq(resumptions.environmentId, scope.environmentId), eq(resumptions.kind, kind)))
    .orderBy(desc(resumptions.createdAt))
    .limit(limit);
}

/** Ends a resumption before its time: runs that were resumed go on, others are left as they are. One that has ended stays so. */
export async function cancelResumption(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  await transaction
    .update(resumptions)
    .set({ state: "canceled", finishedAt: new Date(), dueAt: null })
    .where(
      and(
        eq(resumptions.environmentId, scope.environmentId),
        eq(resumptions.id, id),
        inArray(resumptions.state, ["counting", "running"]),
      ),
    );
}

/** Those that nobody seems to work on, longest first. */
export function findOverdueResumptions(db: Database, before: Date, limit: number): Promise<ResumptionRow[]> {
  return db
    .select()
    .from(resumptions)
    .where(and(isNotNull(resumptions.dueAt), lt(resumptions.dueAt, before)))
    .orderBy(resumptions.dueAt)
    .limit(limit);
}

/** Which of these ids name no run of the environment. */
export async function unknownRuns(db: Database, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.environmentId, scope.environmentId), inArray(runs.id, [...ids])));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
