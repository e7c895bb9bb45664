import type { HttpResult } from "#domain/values/http-result.ts";
import { valuesOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { HotTransaction } from "../../transaction.ts";

/** Names the request of one run. */
export interface RequestKey {
  runId: string;
  stepId: string;
}

/** A request as stored. */
export interface StoredRequest {
  attempt: number;
  state: "sent" | "waiting" | "ended";
  dueAt: Date;
  result: HttpResult | null;
}

/** Reads the requests of these runs at one step, by the run's id; of one that was never begun there is nothing. */
export async function readRequests(
  sql: HotTransaction,
  stepId: string,
  runIds: readonly string[],
): Promise<Map<string, StoredRequest>> {
  const rows = await sql<(Omit<StoredRequest, "dueAt"> & { runId: string; dueAt: string })[]>`
    select r.run_id as "runId", r.attempt, r.state, r.due_at as "dueAt", r.result
    from ${valuesOf(sql, "uuid", runIds)} as asked (run_id)
    cross join lateral (
      select run_id, attempt, state, due_at, result from http_requests
      where run_id = asked.run_id and step_id = ${stepId} offset 0) as r`;
  return new Map(rows.map(({ runId, dueAt, ...row }) => [runId, { ...row, dueAt: new Date(dueAt) }]));
}

/**
 * Takes the right to send a request until `until`: one that was never sent, is to be sent again, or whose answer nobody has
 * recorded in its time. Returns the number of the attempt; undefined when somebody else has the right, or it has ended.
 */
export async function claimRequest(
  sql: HotTransaction,
  { runId, stepId }: RequestKey,
  { now, until, expireAt }: { now: Date; until: Date; expireAt: Date },
): Promise<number | undefined> {
  const [row] = await sql<{ attempt: number }[]>`
    insert into http_requests as r (run_id, step_id, attempt, state, due_at, expire_at)
    values (${runId}, ${stepId}, 1, 'sent', ${until.toISOString()}, ${expireAt.toISOString()})
    on conflict (run_id, step_id) do update set attempt = r.attempt + 1, state = 'sent', due_at = excluded.due_at
    where r.state <> 'ended' and r.due_at <= ${now.toISOString()}
    returning attempt`;
  return row?.attempt;
}

/** Records what became of an attempt, unless another one has begun since. */
export async function recordResult(
  sql: HotTransaction,
  { runId, stepId, attempt }: RequestKey & { attempt: number },
  { state, dueAt, result }: Omit<StoredRequest, "attempt" | "result"> & { result: HttpResult },
): Promise<void> {
  await sql`
    update http_requests set state = ${state}, due_at = ${dueAt.toISOString()}, result = ${storableJson(result)}::text::jsonb
    where run_id = ${runId} and step_id = ${stepId} and attempt = ${attempt} and state = ${"sent"}`;
}
