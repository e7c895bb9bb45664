import { sql } from "drizzle-orm";
import { runIdOf } from "#db/derived-ids.ts";
import type { ErasedPerson } from "#db/schema/accounts/erasures.ts";
import type { RequestError } from "#db/schema/events/api-requests.ts";
import type { Scope } from "#db/scope.ts";
import { columnsOf, rowsOf } from "#db/sql/rows.ts";
import { type Executor, type Transaction, taggedOf } from "#db/transaction.ts";
import type { ErasedLog } from "./erase-logs.ts";

type Texts = Record<"path" | "query" | "body" | "answer" | "idempotencyKey", string | null>;

interface LookedAt extends Texts, Record<string, unknown> {
  id: string;
  expireAt: string;
  at: string;
  error: RequestError | null;
  transactionIds: string[];
}

const HITS = columnsOf<{ id: string; expireAt: string }>("h", { id: "uuid", expireAt: "timestamptz" });

/**
 * Removes what was sent and answered from recorded calls that name a person, or brought an event that the person got. Looks at the next
 * `limit` calls of the environment, oldest first. Method, route, status, key and duration stay.
 */
export async function eraseRequests(
  transaction: Transaction,
  { environmentId }: Scope,
  person: ErasedPerson,
  { after, limit }: { after: string | null; limit: number },
): Promise<ErasedLog> {
  const [at, id] = after?.split("|") ?? [];
  const looked = await transaction.execute<LookedAt>(sql`
    select id, expire_at::text as "expireAt", created_at::text as at, path, query, body, answer, error,
      idempotency_key as "idempotencyKey", transaction_ids as "transactionIds"
    from api_requests where environment_id = ${environmentId}
      ${at === undefined ? sql`` : sql`and (created_at, id) > (${at}::text::timestamptz, ${id}::uuid)`}
    order by created_at, id limit ${limit}`);
  const gotten = await eventsOf(
    transaction,
    environmentId,
    person,
    looked.flatMap(({ transactionIds }) => transactionIds),
  );
  const isNamed = namerOf(person);
  const hits = looked.filter(
    (row) => row.transactionIds.some((transactionId) => gotten.has(transactionId)) || isNamed(row),
  );
  if (hits.length > 0) {
    const tagged = taggedOf(transaction);
    await tagged`
      update api_requests r set path = r.route, query = null, body = null, body_is_cut = false, answer = null, answer_is_cut = false,
        idempotency_key = null, error = case when r.error is null then null
          else jsonb_build_object('code', r.error -> 'code', 'messages', '[]'::jsonb, 'fields', '{}'::jsonb) end
      from ${rowsOf(tagged, HITS, hits)}
      where r.id = h.id and r.expire_at = h.expire_at`;
  }
  const last = looked.at(-1);
  return { rows: hits.length, cursor: last && looked.length === limit ? `${last.at}|${last.id}` : null };
}

/** Which of these events the person got, by their transactionIds: found by the derived ids of the runs. */
async function eventsOf(
  db: Executor,
  environmentId: string,
  { ids }: ErasedPerson,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const events = await db.execute<{ id: string; transactionId: string }>(sql`
    select id, transaction_id as "transactionId" from events
    where environment_id = ${environmentId} and transaction_id = any(${sql.param([...new Set(transactionIds)])}::text[])`);
  const ofRun = new Map(
    events.flatMap(({ id, transactionId }) =>
      ids.map((subscriber) => [runIdOf(id, subscriber), transactionId] as const),
    ),
  );
  const runs = await db.execute<{ id: string }>(
    sql`select id from runs where id = any(${sql.param([...ofRun.keys()])}::uuid[])`,
  );
  return new Set(runs.flatMap(({ id }) => ofRun.get(id) ?? []));
}

/** Returns whether a call names the person: by the id as a text of JSON, or as a part of the address, and by addresses anywhere. */
function namerOf({ subscriberId, ids, addresses }: ErasedPerson): (row: LookedAt) => boolean {
  const inText = [JSON.stringify(subscriberId), ...ids, ...addresses].map((name) => name.toLowerCase());
  const inAddress = [subscriberId, ...ids, ...addresses].map((name) => name.toLowerCase());
  return ({ path, query, body, answer, error, idempotencyKey }) => {
    const texts = [body, answer, error && JSON.stringify(error), idempotencyKey].map((text) => unescaped(text ?? ""));
    if (texts.some((text) => inText.some((name) => text.includes(name)))) return true;
    const parts = [...(path ?? "").split("/"), ...(query ?? "").split(/[&=]/)].map((part) =>
      decoded(part).toLowerCase(),
    );
    return parts.some((part) => inAddress.includes(part));
  };
}

/** With characters in the place of escapes that a writer of JSON need not have used. */
const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("\\/", "/")
    .toLowerCase();

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}
