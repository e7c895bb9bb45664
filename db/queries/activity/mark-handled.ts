import { sql } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** Says of a run that somebody looked after what went wrong, or takes that back. Throws `not_found`. */
export async function markHandled(
  transaction: Transaction,
  { environmentId }: Scope,
  runId: string,
  by: { userId: string; keyEnd?: string } | null,
): Promise<void> {
  const handled = by
    ? sql`(
        select jsonb_strip_nulls(jsonb_build_object('name', trim(concat_ws(' ', first_name, last_name)),
          'keyEnd', ${by.keyEnd ?? null}::text, 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        from users where id = ${by.userId})`
    : sql`null`;
  const rows = await transaction.execute(sql`
    update runs set handled = ${handled} where id = ${runId} and environment_id = ${environmentId} returning id`);
  if (rows.length === 0) throw notFound(`No notification with id ${runId} exists in this environment`);
}
