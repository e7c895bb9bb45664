import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#db/client.ts";
import type { KeyClaim } from "#db/queries/idempotency/claim-key.ts";
import { CLAIM_LEASE_SECONDS, HELD_SECONDS_MAX } from "#db/queries/idempotency/lease.ts";
import { renewClaims } from "#db/queries/idempotency/renew-claims.ts";

/** Three renewals may fail before another process can take a key. */
const RENEW_MS = (CLAIM_LEASE_SECONDS * 1000) / 4;

/**
 * The claims of calls that this process is processing. Those that take longer than some seconds are renewed, up to the
 * longest time for which a key can be held.
 */
export function holdClaims(db: Database, log: FastifyBaseLogger) {
  const since = new Map<KeyClaim, number>();

  /** Sends no statement while no call takes long. */
  async function renew(now = performance.now()): Promise<void> {
    const long: KeyClaim[] = [];
    for (const [claim, start] of since) {
      if (now - start > (HELD_SECONDS_MAX - CLAIM_LEASE_SECONDS) * 1000) since.delete(claim);
      else if (now - start >= RENEW_MS) long.push(claim);
    }
    if (long.length === 0) return;
    try {
      await renewClaims(db, long);
    } catch (err) {
      log.warn({ err }, "the idempotency keys of calls in progress could not be renewed");
    }
  }

  const timer = setInterval(() => void renew(), RENEW_MS);
  timer.unref();

  return {
    add: (claim: KeyClaim): void => void since.set(claim, performance.now()),
    delete: (claim: KeyClaim): void => void since.delete(claim),
    renew,
    stop: (): void => clearInterval(timer),
  };
}
