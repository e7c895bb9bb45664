import type { Fragment } from "postgres";
import type { ListRequests } from "#contract/activity/requests.ts";
import { REQUEST_DAYS } from "#contract/constants/activity/requests.ts";
import type { Database } from "#db/client.ts";
import { beginningWith } from "#db/like.ts";
import type { apiRequests } from "#db/schema/events/api-requests.ts";
import type { Scope } from "#db/scope.ts";
import { valuesOf } from "#db/sql/rows.ts";
import { notFound } from "#domain/errors.ts";

type Stored = typeof apiRequests.$inferSelect;

/** A call as lists show it, with its moment as Postgres writes it. */
export interface RequestRow
  extends Pick<
    Stored,
    | "id"
    | "organizationId"
    | "environmentId"
    | "keyId"
    | "keyEnd"
    | "method"
    | "route"
    | "path"
    | "status"
    | "durationMs"
    | "isReplay"
    | "requestId"
    | "error"
    | "transactionIds"
    | "duplicateIds"
  > {
  createdAt: string;
  /** Null once the key is gone. */
  keyName: string | null;
}

export interface FullRequestRow
  extends RequestRow,
    Pick<
      Stored,
      | "query"
      | "address"
      | "userAgent"
      | "contentType"
      | "idempotencyKey"
      | "body"
      | "bodyBytes"
      | "bodyIsCut"
      | "answer"
      | "answerBytes"
      | "answerIsCut"
    > {}

/** A place of the list. */
export interface RequestPlace {
  at: string;
  id: string;
}

export type RequestFilter = Omit<ListRequests, "cursor" | "limit">;

/** Calls that one page looks through for those that match: what no index leads to may be rare among a great many. */
const LOOKED_THROUGH = 20_000;

const listed = (db: Database): Fragment => db.$client`
  r.id, r.organization_id as "organizationId", r.environment_id as "environmentId", r.key_id as "keyId", r.key_end as "keyEnd",
  r.method, r.route, r.path, r.status, r.duration_ms as "durationMs", r.is_replay as "isReplay", r.request_id as "requestId", r.error,
  r.transaction_ids as "transactionIds", r.duplicate_ids as "duplicateIds", r.created_at::text as "createdAt",
  (select k.name from api_keys k where k.id = r.key_id) as "keyName"`;

/** Calls of a page, and the place from which the next one looks on; null after the last call. */
export interface ListedRequests {
  rows: RequestRow[];
  next: RequestPlace | null;
}

/**
 * Calls that match, newest first. A page looks through so many calls at most, so that it may have fewer than `limit` with more to follow.
 */
export async function listRequests(
  db: Database,
  { environmentId }: Scope,
  filter: RequestFilter,
  {
    after,
    limit,
    lookedThrough = LOOKED_THROUGH,
  }: { after: RequestPlace | null; limit: number; lookedThrough?: number },
): Promise<ListedRequests> {
  const sql = db.$client;
  const { from, to } = filter;
  const rows = await sql<(RequestRow & { isLookedAt: boolean })[]>`
    with looked as materialized (
      select id, expire_at, created_at, ${conditions(db, filter)} as is_match from api_requests
      where environment_id = ${environmentId} and expire_at > now() ${indexed(db, filter)}
        ${from === undefined ? sql`` : sql`and created_at >= ${from}::timestamptz`}
        ${to === undefined ? sql`` : sql`and created_at < ${to}::timestamptz`}
        ${after === null ? sql`` : sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
      order by created_at desc, id desc limit ${lookedThrough}
    ), matching as (
      select id, expire_at, created_at, true as is_match from looked where is_match order by created_at desc, id desc limit ${limit + 1}
    ), last as (
      -- Where the page looked through as much as it may, the next one begins behind it.
      select id, expire_at, created_at, is_match from looked
      where (select count(*) from looked) = ${lookedThrough} order by created_at, id limit 1
    ), found as (
      select * from matching union select * from last where not is_match
    )
    select ${listed(db)}, not f.is_match as "isLookedAt"
    from found f join api_requests r on r.id = f.id and r.expire_at = f.expire_at
    order by r.created_at desc, r.id desc`;
  const matching = rows.filter(({ isLookedAt }) => !isLookedAt);
  const shown = matching.slice(0, limit);
  const last = matching.length > limit ? shown.at(-1) : rows.find(({ isLookedAt }) => isLookedAt);
  return { rows: shown, next: last ? { at: last.createdAt, id: last.id } : null };
}

/** Filters that an index serves: they bound what is looked through. */
function indexed(db: Database, { status, transactionId }: RequestFilter): Fragment {
  const sql = db.$client;
  const isRefused = typeof status === "number" ? status >= 400 : status !== undefined && !/^[23]xx$/.test(status);
  return sql`${isRefused ? sql`and status >= 400` : sql``}
    ${transactionId === undefined ? sql`` : sql`and transaction_ids <> '{}' and transaction_ids @> array[${transactionId}]::text[]`}`;
}

function conditions(db: Database, { status, method, path, apiKeyId, duplicates }: RequestFilter): Fragment {
  const sql = db.$client;
  const hundreds = typeof status === "string" && status !== "refused" ? Number(status[0]) * 100 : undefined;
  return sql`true
    ${typeof status === "number" ? sql`and status = ${status}` : sql``}
    ${hundreds === undefined ? sql`` : sql`and status between ${hundreds} and ${hundreds + 99}`}
    ${method === undefined ? sql`` : sql`and method = ${method}`}
    ${path === undefined || path === "" ? sql`` : sql`and (path like ${beginningWith(path)} or route like ${beginningWith(path)})`}
    ${apiKeyId === undefined ? sql`` : sql`and key_id = ${apiKeyId}`}
    ${duplicates === undefined ? sql`` : sql`and (transaction_ids <> '{}' and transaction_ids <@ duplicate_ids) = ${duplicates}`}`;
}

/** Throws `not_found`. */
export async function getRequest(db: Database, { environmentId }: Scope, id: string): Promise<FullRequestRow> {
  const [row] = await db.$client<FullRequestRow[]>`
    select ${listed(db)}, r.query, r.address, r.user_agent as "userAgent", r.content_type as "contentType",
      r.idempotency_key as "idempotencyKey", r.body, r.body_bytes::float8 as "bodyBytes", r.body_is_cut as "bodyIsCut", r.answer,
      r.answer_bytes::float8 as "answerBytes", r.answer_is_cut as "answerIsCut"
    from api_requests r where r.environment_id = ${environmentId} and r.id = ${id} and r.expire_at > now()`;
  if (!row) throw notFound(`No call with id ${id} is recorded in this environment`);
  return row;
}

/** An event that a call brought, as far as it is kept, and the call that brought it first. */
export interface BroughtEventRow {
  transactionId: string;
  workflowId: string | null;
  workflow: string | null;
  workflowIdentifier: string | null;
  firstRequestId: string | null;
}

/** Reads the workflows of events that a call brought, and the calls that brought them first, in no order. */
export const readBroughtEvents = (
  db: Database,
  { environmentId }: Scope,
  { transactionIds }: Pick<RequestRow, "transactionIds">,
): Promise<BroughtEventRow[]> => db.$client<BroughtEventRow[]>`
  select t.id as "transactionId", w.id as "workflowId", w.name as workflow, w.identifier as "workflowIdentifier",
    (select r.id from api_requests r
     where r.environment_id = ${environmentId} and r.transaction_ids <> '{}' and r.transaction_ids @> array[t.id]
       and not r.duplicate_ids @> array[t.id] and r.expire_at > now()
     order by r.created_at, r.id limit 1) as "firstRequestId"
  from ${valuesOf(db.$client, "text", transactionIds)} as t (id)
  left join events e on e.environment_id = ${environmentId} and e.transaction_id = t.id
  left join workflows w on w.id = e.workflow_id and w.deleted_at is null`;

/** How many calls of the hours that a period touches were not recorded, and the last such hour: as far back as calls are kept. */
export async function readUnrecorded(
  db: Database,
  { environmentId }: Scope,
  { from, to }: Pick<RequestFilter, "from" | "to">,
): Promise<{ calls: number; lastHour: string | null }> {
  const sql = db.$client;
  const [row] = await sql<{ calls: number; lastHour: string | null }[]>`
    select coalesce(sum(calls), 0)::float8 as calls, max(hour)::text as "lastHour" from unrecorded_requests
    where environment_id = ${environmentId}
      and hour > now() - make_interval(days => coalesce(
        (select (e.retention ->> 'requests')::int from environments e where e.id = ${environmentId}), ${REQUEST_DAYS}))
      ${from === undefined ? sql`` : sql`and hour > ${from}::timestamptz - interval '1 hour'`}
      ${to === undefined ? sql`` : sql`and hour < ${to}::timestamptz`}`;
  return row ?? { calls: 0, lastHour: null };
}
