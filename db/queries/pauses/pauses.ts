import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_ROWS, numberedPage } from "../../list-window.ts";
import type { pauses } from "../../schema/runs/pauses.ts";
import type { Scope } from "../../scope.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";
import { pauseData } from "./open-pause.ts";

/** Runs that wait are counted up to so many. */
const HELD_COUNTED = 1_000;

/** A pause with its target's names. A subscriber or workflow that was deleted since has none. */
export interface PauseRow
  extends Omit<typeof pauses.$inferSelect, "organizationId" | "environmentId" | "createdAt" | "resolvedAt"> {
  createdAt: string;
  resolvedAt: string | null;
  workflow: { identifier: string; name: string } | null;
  subscriber: { subscriberId: string } | null;
  waiting: number;
}

/** One page, newest first. */
export async function listPauses(
  db: Database,
  { environmentId }: Scope,
  { state, page, limit }: { state: "open" | "resolved"; page: number; limit: number },
): Promise<{ rows: PauseRow[]; hasMore: boolean }> {
  const rows = await numberedPage(
    { page, limit },
    LIST_SKIP_ROWS,
    (range): Promise<PauseRow[]> => db.$client<PauseRow[]>`
      select ${db.$client.unsafe(PAUSE)}
      where p.environment_id = ${environmentId} and (p.state = 'open') = ${state === "open"}
      order by p.created_at desc, p.id limit ${range.limit + 1} offset ${range.offset}`,
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

const PAUSE = `
  p.id, p.reason, p.workflow_id as "workflowId", p.subscriber_id as "subscriberId", p."limit"::float8, p.counted::float8,
  p.state, p.created_at as "createdAt", p.resolved_at as "resolvedAt",
  case when w.id is not null then jsonb_build_object('identifier', w.identifier, 'name', w.name) end as workflow,
  case when s.id is not null then jsonb_build_object('subscriberId', s.subscriber_id) end as subscriber,
  (select count(*)::int from (select from held_runs h where h.pause_id = p.id limit ${HELD_COUNTED}) as held) as waiting
  from pauses p
  left join workflows w on w.id = p.workflow_id
  left join subscribers s on s.id = p.subscriber_id`;

/** Throws `not_found`. */
export async function getPause(db: Database, { environmentId }: Scope, id: string): Promise<PauseRow> {
  const [row] = await db.$client<PauseRow[]>`
    select ${db.$client.unsafe(PAUSE)} where p.id = ${id} and p.environment_id = ${environmentId}`;
  if (!row) throw notFound(`No pause with id ${id} exists in this environment`);
  return row;
}

/** Ends an open pause. Returns whether it was open. */
export async function resolvePause(
  transaction: Transaction,
  { environmentId }: Scope,
  id: string,
  state: "continued" | "discarded",
): Promise<boolean> {
  const tagged = taggedOf(transaction);
  const rows = await tagged`
    with resolved as (
      update pauses set state = ${state}, resolved_at = clock_timestamp()
      where id = ${id} and environment_id = ${environmentId} and state = 'open' returning *
    ), ${webhooksPart(
      tagged,
      tagged`select p.environment_id, 'pause.lifted' as type, ${pauseData(tagged)} || jsonb_build_object('state', p.state) as data
        from resolved p`,
      new Date().toISOString(),
    )} select from resolved`;
  return rows.length > 0;
}
