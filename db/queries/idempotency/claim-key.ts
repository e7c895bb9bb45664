import { randomUUID } from "node:crypto";
import type { Database } from "../../client.ts";
import { idempotencyKeyIdOf, type KeyedCall } from "../../derived-ids.ts";
import { CLAIM_KEPT_SECONDS, CLAIM_LEASE_SECONDS } from "./lease.ts";

/** The right of one attempt to process a call and to store its answer. */
export interface KeyClaim {
  id: string;
  claim: string;
}

/** An answer as it was sent; `body` is encrypted, and null when it was empty or `isOmitted`. */
export interface StoredAnswer {
  status: number;
  contentType: string | null;
  body: string | null;
  /** Whether the answer was too long to be stored. */
  isOmitted: boolean;
}

export type ClaimResult =
  | { state: "claimed"; claim: KeyClaim; callId: string }
  /** Another attempt is processing the call. */
  | { state: "running" }
  | { state: "answered"; bodyHash: string; answer: StoredAnswer };

interface Row extends Omit<StoredAnswer, "status"> {
  isClaimed: boolean;
  callId: string;
  bodyHash: string;
  status: number | null;
}

/**
 * Claims a key for an attempt to process the call, in one statement. A key is free when nobody used it in 24 hours, and when
 * the attempt that held it was not answered: its process died, or the answer was one that is not kept. The same body then
 * continues the same call, because the earlier attempt may have had its effect; another body is another call.
 */
export async function claimKey(db: Database, call: KeyedCall, bodyHash: string): Promise<ClaimResult> {
  const id = idempotencyKeyIdOf(call);
  const [claim, callId] = [randomUUID(), randomUUID()];
  const [row] = await db.$hot<Row[]>`
    with claimed as (
      insert into idempotency_keys as k (id, organization_id, environment_id, call_id, body_hash, claim, leased_until, expire_at)
      values (${id}, ${call.organizationId}, ${call.environmentId ?? null}, ${callId}, ${bodyHash}, ${claim},
        now() + make_interval(secs => ${CLAIM_LEASE_SECONDS}), now() + make_interval(secs => ${CLAIM_KEPT_SECONDS}))
      on conflict (id) do update set
        call_id = case when k.expire_at > now() and k.body_hash = excluded.body_hash then k.call_id else excluded.call_id end,
        body_hash = excluded.body_hash, claim = excluded.claim, leased_until = excluded.leased_until,
        status = null, content_type = null, body = null, is_omitted = false, expire_at = excluded.expire_at
      where k.expire_at <= now() or (k.status is null and k.leased_until <= now())
      returning call_id
    )
    select true as "isClaimed", call_id as "callId", '' as "bodyHash", null::smallint as status,
      null as "contentType", null as body, false as "isOmitted"
    from claimed
    union all
    select false, call_id, body_hash, status, content_type, body, is_omitted
    from idempotency_keys
    where id = ${id} and status is not null and expire_at > now() and not exists (select from claimed)`;
  if (row?.isClaimed) return { state: "claimed", claim: { id, claim }, callId: row.callId };
  // No row: another attempt holds the key, or took it after this statement had begun.
  if (!row || row.status === null) return { state: "running" };
  const { status, contentType, body, isOmitted } = row;
  return { state: "answered", bodyHash: row.bodyHash, answer: { status, contentType, body, isOmitted } };
}
