import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { RareTransaction } from "../../transaction.ts";
import type { ResumptionRow } from "./resumptions.ts";

type Place = Pick<ResumptionRow, "id" | "cursorAt" | "cursorId">;

/** The end of a portion: the last run that was looked at, undefined when there was none. */
export interface Portion {
  last: { createdAt: string; id: string } | undefined;
  isLast: boolean;
  now: Date;
  /** When the reconciler looks after it. */
  dueAt: Date;
}

/** Adds what a portion has counted, unless somebody else has gone on from there; after the last one the runs are resumed. */
export async function noteCounted(db: Database, at: Place, found: number, { last, isLast, now, dueAt }: Portion) {
  await db.$client`
    update resumptions set total = total + ${found}, due_at = ${dueAt.toISOString()},
      state = case when ${isLast} then 'running' else state end,
      counted_at = case when ${isLast} then ${now.toISOString()}::timestamptz end,
      cursor_at = ${isLast ? null : (last?.createdAt ?? at.cursorAt)}::timestamptz,
      cursor_id = ${isLast ? null : (last?.id ?? at.cursorId)}::uuid
    where id = ${at.id} and state = 'counting' and cursor_at is not distinct from ${at.cursorAt}::timestamptz
      and cursor_id is not distinct from ${at.cursorId}::uuid`;
}

/** Locks a resumption that stands where it was read; false when somebody else has gone on, or it was cancelled. */
export async function lockResumption(sql: RareTransaction, at: Place): Promise<boolean> {
  const rows = await sql`
    select id from resumptions
    where id = ${at.id} and state = 'running' and cursor_at is not distinct from ${at.cursorAt}::timestamptz
      and cursor_id is not distinct from ${at.cursorId}::uuid
    for update`;
  return rows.length > 0;
}

const REASONS = columnsOf<{ reason: string; runs: number }>("n", { reason: "text", runs: "int" });

/**
 * Adds the result of a portion to a resumption that is locked. At its end, the runs that were resumed or refused are all. Of a cancellation,
 * runs that were counted and match no more have ended meanwhile.
 */
export async function noteResumed(
  sql: RareTransaction,
  at: Place & Pick<ResumptionRow, "kind" | "total">,
  result: { resumed: number; refused: ResumptionRow["refused"] },
  { last, isLast, now, dueAt }: Portion,
): Promise<void> {
  const reasons = Object.entries(result.refused).map(([reason, runs]) => ({ reason, runs }));
  const looked = result.resumed + reasons.reduce((sum, { runs }) => sum + runs, 0);
  await sql`
    update resumptions r set resumed = r.resumed + ${result.resumed},
      refused = r.refused || coalesce((
        select jsonb_object_agg(n.reason, coalesce((r.refused ->> n.reason)::int, 0) + n.runs)
        from ${rowsOf(sql, REASONS, reasons)}),
        '{}'),
      total = case when ${isLast} then r.resumed + ${looked} + coalesce((
        select sum(value::int)::int from jsonb_each_text(r.refused)), 0) else r.total end,
      cursor_at = ${last?.createdAt ?? at.cursorAt}::timestamptz, cursor_id = ${last?.id ?? at.cursorId}::uuid,
      state = case when ${isLast} then 'completed' else r.state end,
      finished_at = case when ${isLast} then ${now.toISOString()}::timestamptz end,
      due_at = case when ${isLast} then null else ${dueAt.toISOString()}::timestamptz end
    where r.id = ${at.id}`;
  if (!isLast || at.kind !== "cancel") return;
  await sql`
    update resumptions set total = ${at.total},
      refused = refused || jsonb_build_object('nothing', coalesce((refused ->> 'nothing')::int, 0) + ${at.total}::int - total)
    where id = ${at.id} and total < ${at.total}`;
}
