import { and, desc, eq, getTableColumns, lt, or, sql } from "drizzle-orm";
import type { ScheduleStatus } from "#contract/constants/schedules.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { schedules } from "../../schema/workflows/schedules.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type ScheduleRow = typeof schedules.$inferSelect;

/** A schedule and the workflow that it triggers. */
export interface ListedSchedule {
  schedule: ScheduleRow;
  workflow: { identifier: string; name: string };
}

type NewSchedule = Omit<typeof schedules.$inferInsert, "organizationId" | "environmentId">;

const unknownSchedule = (id: string) => notFound(`No schedule with id ${id} exists in this environment`);

const byId = ({ environmentId }: Scope, id: string) =>
  and(eq(schedules.environmentId, environmentId), eq(schedules.id, id));

/** Returns its id. */
export async function insertSchedule(transaction: Transaction, scope: Scope, schedule: NewSchedule): Promise<string> {
  const [row] = await transaction
    .insert(schedules)
    .values({ ...schedule, ...scopeOf(scope) })
    .returning({ id: schedules.id });
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row.id;
}

/** Throws `not_found`. */
export async function getSchedule(db: Executor, scope: Scope, id: string): Promise<ListedSchedule> {
  const [found] = await withWorkflow(db).where(byId(scope, id));
  if (!found) throw unknownSchedule(id);
  return found;
}

/** One page, newest first, from the schedule `after` on. One more than `limit` says that there is another page. */
export async function listSchedules(
  db: Database,
  scope: Scope,
  { limit, after, status }: { limit: number; after?: string | undefined; status?: ScheduleStatus | undefined },
): Promise<ListedSchedule[]> {
  const last = after === undefined ? undefined : (await getSchedule(db, scope, after)).schedule;
  // As Postgres has it: to the microsecond.
  const lastCreated = last && sql`(select created_at from schedules where id = ${last.id})`;
  return withWorkflow(db)
    .where(
      and(
        eq(schedules.environmentId, scope.environmentId),
        status && eq(schedules.status, status),
        last &&
          or(
            lt(schedules.createdAt, sql`${lastCreated}`),
            and(eq(schedules.createdAt, sql`${lastCreated}`), lt(schedules.id, last.id)),
          ),
      ),
    )
    .orderBy(desc(schedules.createdAt), desc(schedules.id))
    .limit(limit + 1);
}

const withWorkflow = (db: Executor) =>
  db
    .select({
      schedule: getTableColumns(schedules),
      workflow: { identifier: workflows.identifier, name: workflows.name },
    })
    .from(schedules)
    .innerJoin(workflows, eq(workflows.id, schedules.workflowId))
    .$dynamic();

/** Locks a schedule, so that of two changes at once the second builds upon the first. Throws `not_found`. */
export async function lockSchedule(transaction: Transaction, scope: Scope, id: string): Promise<ScheduleRow> {
  const [row] = await transaction.select().from(schedules).where(byId(scope, id)).for("update");
  if (!row) throw unknownSchedule(id);
  return row;
}

/** Changes a schedule that the caller has locked. An occurrence that is being fired is not noted over the change. */
export async function updateSchedule(
  transaction: Transaction,
  { id, revision }: ScheduleRow,
  changes: Partial<NewSchedule>,
): Promise<void> {
  await transaction
    .update(schedules)
    .set({ ...changes, revision: revision + 1, claimedUntil: null })
    .where(eq(schedules.id, id));
}

/** Throws `not_found`. */
export async function deleteSchedule(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  const deleted = await transaction.delete(schedules).where(byId(scope, id)).returning({ id: schedules.id });
  if (deleted.length === 0) throw unknownSchedule(id);
}
