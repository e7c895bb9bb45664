import type { Database } from "../../client.ts";
import type { KeyClaim, StoredAnswer } from "./claim-key.ts";

/** Stores the answer for attempts to come. An attempt that has lost its claim stores nothing. */
export async function storeAnswer(db: Database, { id, claim }: KeyClaim, answer: StoredAnswer): Promise<void> {
  await db.$hot`
    update idempotency_keys set status = ${answer.status}, content_type = ${answer.contentType}, body = ${answer.body},
      is_omitted = ${answer.isOmitted}
    where id = ${id} and claim = ${claim}`;
}

/** Lets the next attempt process the call at once. */
export async function releaseClaim(db: Database, { id, claim }: KeyClaim): Promise<void> {
  await db.$hot`update idempotency_keys set leased_until = now() where id = ${id} and claim = ${claim}`;
}
