import type { Fragment } from "postgres";
import type { Database } from "../../client.ts";
import type { DigestEnder } from "../../schema/runs/digest-windows.ts";
import type { Scope } from "../../scope.ts";
import { payloadSize } from "../events/payload-size.ts";

/** Events of one window that are counted. */
export const COUNTED_EVENTS = 1_000;

/** A window as members of the organisation see it. Moments are texts, to the microsecond. */
export interface WindowRow {
  id: string;
  workflowId: string;
  workflowIdentifier: string;
  workflowName: string;
  stepId: string;
  subscriberId: string;
  /** The customer's id. */
  subscriberKey: string;
  digestValue: string;
  openedAt: string;
  closesAt: string;
  closedAt: string | null;
  discarded: boolean;
  discardedBy: DigestEnder | null;
  sentBy: DigestEnder | null;
  masterRunId: string;
  /** Counted up to one more than `COUNTED_EVENTS`. */
  events: number;
  transactionId: string | null;
  executionId: string | null;
}

export interface WindowFilter {
  workflowId?: string | undefined;
  /** Belfry's id. */
  subscriberId?: string | undefined;
  /** One of these. */
  digestValues?: readonly string[] | undefined;
  after: { at: string; id: string } | null;
  limit: number;
}

/** Open windows, those that close first coming first. */
export function listOpenWindows(
  db: Database,
  scope: Scope,
  { workflowId, subscriberId, digestValues, after, limit }: WindowFilter,
): Promise<WindowRow[]> {
  const sql = db.$client;
  const page = sql`closed_at is null
    ${after ? sql`and (closes_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    ${digestValues ? sql`and digest_value = any(${[...digestValues]}::text[])` : sql``}
    order by closes_at, id limit ${limit}`;
  // By workflow, whose number is small: the first of all are among the first of each.
  const found =
    subscriberId !== undefined
      ? sql`select * from digest_windows
          where subscriber_id = ${subscriberId} and environment_id = ${scope.environmentId}
            ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`} and ${page}`
      : sql`select page.* from workflows wf
          cross join lateral (select * from digest_windows where workflow_id = wf.id and ${page}) page
          where wf.environment_id = ${scope.environmentId} ${workflowId === undefined ? sql`` : sql`and wf.id = ${workflowId}`}
          order by page.closes_at, page.id limit ${limit}`;
  return windowRows(db, found);
}

/** Undefined when the environment has no such window. */
export async function findWindow(db: Database, scope: Scope, id: string): Promise<WindowRow | undefined> {
  const [row] = await windowRows(
    db,
    db.$client`select * from digest_windows where id = ${id} and environment_id = ${scope.environmentId}`,
  );
  return row;
}

function windowRows(db: Database, windows: Fragment): Promise<WindowRow[]> {
  return db.$client<WindowRow[]>`
    select w.id, w.workflow_id as "workflowId", wf.identifier as "workflowIdentifier", wf.name as "workflowName",
      w.step_id as "stepId", w.subscriber_id as "subscriberId", s.subscriber_id as "subscriberKey",
      w.digest_value as "digestValue", w.opened_at::text as "openedAt", w.closes_at::text as "closesAt",
      w.closed_at::text as "closedAt", w.discarded, w.discarded_by as "discardedBy", w.sent_by as "sentBy",
      w.master_run_id as "masterRunId", collected.events, e.transaction_id as "transactionId",
      coalesce(c.execution_id, e.execution_id) as "executionId"
    from (${windows}) w
    join workflows wf on wf.id = w.workflow_id
    join subscribers s on s.id = w.subscriber_id
    left join digest_members m on m.run_id = w.master_run_id and m.step_id = w.step_id
    left join events e on e.id = m.event_id
    left join runs r on r.id = m.run_id and r.expire_at = m.expire_at
    left join cohorts c on c.id = r.cohort_id
    cross join lateral (
      select count(*)::int as events from (
        select from digest_members member join events on events.id = member.event_id
          and (events.canceled_at is null or events.canceled_at > w.closed_at)
        where member.window_id = w.id limit ${COUNTED_EVENTS + 1}) as counted) collected
    order by w.closes_at, w.id`;
}

/** One event of a window. */
export interface WindowEventRow {
  runId: string;
  transactionId: string;
  joinedAt: string;
  state: "joined" | "canceled" | "left";
  /** Null where the page's payloads became too long together. */
  payload: Record<string, unknown> | null;
}

/** Payloads of one page, in characters of their JSON text. */
const WINDOW_PAYLOAD_BYTES = 2_000_000;

/** Events of a window in the order in which they joined; with those that have left it. */
export function listWindowEvents(
  db: Database,
  windowId: string,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<WindowEventRow[]> {
  const sql = db.$client;
  const page = sql`
    ${after ? sql`and (joined_at, run_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by joined_at, run_id limit ${limit}`;
  return sql<WindowEventRow[]>`
    select m.run_id as "runId", e.transaction_id as "transactionId", m.joined_at::text as "joinedAt",
      case when sum(${payloadSize(sql)}) over (order by m.joined_at, m.run_id) <= ${WINDOW_PAYLOAD_BYTES} then c.payload end as payload,
      case when m.left_window_id is not null and e.canceled_at is null then 'left'
        when m.left_window_id is not null or e.canceled_at <= coalesce(w.closed_at, 'infinity') then 'canceled'
        else 'joined' end as state
    from (
      (select * from digest_members where window_id = ${windowId} ${page})
      union all (select * from digest_members where left_window_id = ${windowId} ${page})
      order by joined_at, run_id limit ${limit}) m
    join digest_windows w on w.id = ${windowId}
    join events e on e.id = m.event_id join event_contents c on c.event_id = m.event_id
    order by m.joined_at, m.run_id`;
}
