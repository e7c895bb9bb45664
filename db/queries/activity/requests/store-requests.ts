import { REQUEST_DAYS } from "#contract/constants/activity/requests.ts";
import type { Database } from "#db/client.ts";
import type { apiRequests } from "#db/schema/events/api-requests.ts";
import type { Scope } from "#db/scope.ts";
import { classifySqlFailure } from "#db/sql-failure.ts";
import { storableJson } from "#db/storable.ts";

/** A call as it is recorded; how long it is kept, and whether its texts are, its environment says. */
export interface NewRequest extends Omit<typeof apiRequests.$inferInsert, "createdAt" | "expireAt"> {
  createdAt: string;
}

/**
 * Stores calls by one statement, as the settings of their environments say; those of environments that are deleted, or record nothing, are left
 * out. Calls that are there already stay. When Postgres refuses a value, the calls are stored one by one, and the one with that value without
 * its texts. Returns those that could not be stored at all. Throws when the database is away.
 */
export async function storeRequests(db: Database, requests: readonly NewRequest[]): Promise<NewRequest[]> {
  try {
    await insertRequests(db, requests);
    return [];
  } catch (error) {
    if (classifySqlFailure(error) !== "data") throw error;
  }
  const lost: NewRequest[] = [];
  for (const request of requests) {
    if (await isStored(db, request)) continue;
    if (!(await isStored(db, withoutTexts(request)))) lost.push(request);
  }
  return lost;
}

async function isStored(db: Database, request: NewRequest): Promise<boolean> {
  try {
    await insertRequests(db, [request]);
    return true;
  } catch (error) {
    if (classifySqlFailure(error) !== "data") throw error;
    return false;
  }
}

const withoutTexts = (request: NewRequest): NewRequest => ({
  ...request,
  path: request.route,
  query: null,
  userAgent: null,
  contentType: null,
  idempotencyKey: null,
  body: null,
  answer: null,
  error: null,
  transactionIds: [],
  duplicateIds: [],
});

const COLUMNS = `id, organization_id, environment_id, key_id, key_end, method, route, path, query, status, duration_ms, address,
  user_agent, content_type, idempotency_key, is_replay, request_id, body_bytes, answer_bytes, transaction_ids, duplicate_ids`;

async function insertRequests(db: Database, requests: readonly NewRequest[]): Promise<void> {
  const sql = db.$client;
  const columns = sql.unsafe(COLUMNS);
  await sql`
    insert into api_requests (${columns}, body, body_is_cut, answer, answer_is_cut, error, created_at, expire_at)
    select r.id, e.organization_id, e.id, r."keyId", r."keyEnd", r.method, r.route, r.path, r.query, r.status, r."durationMs",
      r.address, r."userAgent", r."contentType", r."idempotencyKey", r."isReplay", r."requestId", r."bodyBytes", r."answerBytes",
      r."transactionIds", r."duplicateIds", case when is_whole then r.body end, is_whole and r."bodyIsCut",
      case when is_whole then r.answer end, is_whole and r."answerIsCut",
      case when is_whole or r.error is null then r.error else jsonb_build_object('code', r.error -> 'code', 'messages', '[]'::jsonb,
        'fields', '{}'::jsonb) end,
      r."createdAt", r."createdAt" + make_interval(days => coalesce((e.retention ->> 'requests')::int, ${REQUEST_DAYS}))
    from json_to_recordset(${storableJson(requests)}::text::json) as r (
      id uuid, "environmentId" uuid, "keyId" uuid, "keyEnd" text, method text, route text, path text, query text, status int,
      "durationMs" int, address text, "userAgent" text, "contentType" text, "idempotencyKey" text, "isReplay" boolean,
      "requestId" text, body text, "bodyBytes" bigint, "bodyIsCut" boolean, answer text, "answerBytes" bigint,
      "answerIsCut" boolean, error jsonb, "transactionIds" text[], "duplicateIds" text[], "createdAt" timestamptz)
    join environments e on e.id = r."environmentId" and e.deleted_at is null and e.recorded_requests <> 'nothing'
    cross join lateral (select e.recorded_requests = 'everything' as is_whole) as recorded
    on conflict do nothing`;
}

/** Calls of an environment in an hour that were not recorded. */
export interface UnrecordedCalls extends Scope {
  hour: string;
  calls: number;
}

/** Adds calls that were not recorded to those of their hours. */
export async function addUnrecorded(db: Database, unrecorded: readonly UnrecordedCalls[]): Promise<void> {
  await db.$client`
    insert into unrecorded_requests as u (organization_id, environment_id, hour, calls)
    select e.organization_id, e.id, r.hour, r.calls
    from jsonb_to_recordset(${JSON.stringify(unrecorded)}::text::jsonb) as r ("environmentId" uuid, hour timestamptz, calls int)
    join environments e on e.id = r."environmentId" and e.deleted_at is null and e.recorded_requests <> 'nothing'
    order by e.id, r.hour
    on conflict (environment_id, hour) do update set calls = u.calls + excluded.calls`;
}
