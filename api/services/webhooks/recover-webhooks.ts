import type { z } from "zod";
import { DAY } from "#contract/constants/values/times.ts";
import { WEBHOOK_EVENT_DAYS, WEBHOOK_RECOVERED_MAX } from "#contract/constants/webhooks.ts";
import type { RecoverableWebhooks, RecoveredWebhooks } from "#contract/webhooks.ts";
import type { Database } from "#db/client.ts";
import {
  countRecoverable,
  type EventPlace,
  RECOVERED_TOGETHER,
  recoverFailed,
  recoverMissed,
} from "#db/queries/webhooks/recover-webhooks.ts";
import { getEndpoint } from "#db/queries/webhooks/webhook-endpoints.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import type { Engine } from "#engine/client.ts";
import type { LoggedCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { requireActive, wake } from "./send-webhooks-again.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "wakeWebhooks">;
}

interface Recovery {
  since: Date;
  /** Whether events are sent, too, that were not stored for the endpoint. */
  missed: boolean;
}

/** Events that one call looks at, at most: most of them may have been sent. */
const RECOVERY_LOOKED_AT = 100_000;

/** Counts what a recovery would send. Throws `not_found`. */
export async function countRecoverableWebhooks(
  db: Database,
  scope: Scope,
  id: string,
  since: Date,
): Promise<z.infer<typeof RecoverableWebhooks>> {
  await getEndpoint(db, scope, id);
  const counted = await countRecoverable(db, scope, id, since);
  return { ...counted, keptSince: new Date(Date.now() - WEBHOOK_EVENT_DAYS * DAY).toISOString() };
}

/**
 * Sends an endpoint what it has failed to take since then, and with `missed` also what was not stored for it. Each portion is one
 * transaction that locks the endpoint: of two recoveries at once each event is sent by one, and an endpoint that is switched off or
 * deleted meanwhile is sent nothing more. Throws `not_found`, and `conflict` for an endpoint that is not active.
 */
export async function recoverWebhooks(
  services: Services,
  call: LoggedCall,
  id: string,
  { since, missed }: Recovery,
): Promise<z.infer<typeof RecoveredWebhooks>> {
  const { db } = services;
  let isNoted = false;
  let recovered = 0;
  const portion = <T extends { recovered: number }>(
    store: (transaction: Transaction, endpoint: Awaited<ReturnType<typeof requireActive>>) => Promise<T>,
  ): Promise<T> =>
    db.transaction(async (transaction) => {
      const stored = await store(transaction, await requireActive(transaction, call.scope, id));
      recovered += stored.recovered;
      if (stored.recovered === 0 || isNoted) return stored;
      await note(transaction, call, {
        action: "webhook_endpoint.recovered",
        id,
        after: { since: since.toISOString(), missed },
      });
      isNoted = true;
      return stored;
    });

  let hasMore = true;
  while (hasMore && recovered < WEBHOOK_RECOVERED_MAX) {
    const { recovered: failed } = await portion(async (transaction, endpoint) => ({
      recovered: await recoverFailed(transaction, call.scope, endpoint, { since, now: new Date() }),
    }));
    hasMore = failed === RECOVERED_TOGETHER;
  }
  let place: EventPlace | null = null;
  let looked = 0;
  if (missed && !hasMore) {
    do {
      const { next }: { next: EventPlace | null } = await portion((transaction, endpoint) =>
        recoverMissed(transaction, call.scope, endpoint, { since, after: place, now: new Date() }),
      );
      place = next;
      looked += RECOVERED_TOGETHER;
    } while (place !== null && recovered < WEBHOOK_RECOVERED_MAX && looked < RECOVERY_LOOKED_AT);
    hasMore = place !== null;
  }
  if (recovered > 0) await wake(services, call);
  const { recoveringUntil } = await getEndpoint(db, call.scope, id);
  return {
    recovered,
    hasMore,
    continueSince: (place === null ? since : new Date(place.at)).toISOString(),
    recoveringUntil: recoveringUntil !== null && recoveringUntil > new Date() ? recoveringUntil.toISOString() : null,
  };
}
