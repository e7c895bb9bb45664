import type { Database } from "../../client.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { KeyClaim } from "./claim-key.ts";
import { CLAIM_LEASE_SECONDS } from "./lease.ts";

const CLAIMS = columnsOf<KeyClaim>("held", { id: "uuid", claim: "uuid" });

/** Extends the leases of claims that are still held. */
export async function renewClaims(db: Database, claims: readonly KeyClaim[]): Promise<void> {
  await db.$client`
    update idempotency_keys k set leased_until = now() + make_interval(secs => ${CLAIM_LEASE_SECONDS})
    from ${rowsOf(db.$client, CLAIMS, claims)}
    where k.id = held.id and k.claim = held.claim and k.status is null`;
}
