import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Database } from "#db/client.ts";
import { findSendingIntegrations, type SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import {
  type DueLift,
  postponeVendorLift,
  settleVendorLift,
  takeVendorLifts,
} from "#db/queries/suppressions/due-lifts.ts";
import { LIFT_PATIENCE_MS, pauseAfterLift, pauseOfVendor } from "#domain/lanes/lift-retries.ts";
import { repeat } from "#domain/times/repeat.ts";
import { bounds } from "#engine/policies.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { liftedKinds } from "#providers/registry.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import type { Logger } from "#telemetry/logger.ts";

export interface VendorLiftDeps {
  db: Database;
  clock: () => Date;
  logger: Pick<Logger, "warn">;
  sessions: Pick<SessionCache, "lift">;
  /** Milliseconds between two requests to one vendor. */
  paceMs?: number;
  /** Milliseconds that a vendor may take for one address. */
  callMs?: number;
}

/**
 * Has vendors take addresses off their lists that were lifted here, for all that is due: docs/suppressions.md. A vendor that does not
 * answer is asked some more times; one that refuses is not. What a process took that then died is taken again by another one. Gives up
 * what is under way when the signal fires.
 */
export async function liftAtVendors(deps: VendorLiftDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  const due = await takeVendorLifts(db, {
    now,
    until: new Date(now.getTime() + bounds.vendorLifts.lease),
    limit: bounds.vendorLifts.together,
  });
  if (due.length === 0) return;
  const groups = new Map<string, DueLift[]>();
  for (const lift of due) groups.set(lift.integrationId, [...(groups.get(lift.integrationId) ?? []), lift]);
  const integrations = await findSendingIntegrations(db, [...groups.keys()]);
  const deadline = performance.now() + bounds.vendorLifts.budget;
  const limit = pLimit(bounds.vendorLifts.integrations);
  const ended = await Promise.allSettled(
    [...groups].map(([id, lifts]) => limit(() => liftInTurn(deps, integrations.get(id), lifts, { deadline, signal }))),
  );
  const failed = ended.find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

interface Round {
  /** Of `performance.now`. */
  deadline: number;
  signal: AbortSignal | undefined;
}

/** Asks one vendor for one address after the other. When it does not answer, or the round is over, the others wait without having been tried. */
async function liftInTurn(
  deps: VendorLiftDeps,
  integration: SendingIntegration | undefined,
  lifts: readonly DueLift[],
  { deadline, signal }: Round,
): Promise<void> {
  const { paceMs = bounds.vendorLifts.pace } = deps;
  let waitMs: number | undefined;
  for (const [index, lift] of lifts.entries()) {
    if (waitMs === undefined && (signal?.aborted || performance.now() >= deadline)) waitMs = 0;
    if (waitMs !== undefined) {
      await waitFor(deps, lift, waitMs);
      continue;
    }
    if (index > 0) await sleep(paceMs);
    waitMs = await liftOne(deps, integration, lift, signal);
  }
}

/** Has an address wait that was not tried after all. */
async function waitFor({ db, clock }: VendorLiftDeps, { id, liftedAt }: DueLift, waitMs: number): Promise<void> {
  const now = clock().getTime();
  if (now - liftedAt.getTime() > LIFT_PATIENCE_MS) {
    await settleVendorLift(db, id, { outcome: "unanswered", words: "The vendor could not be asked within a day" });
  } else await postponeVendorLift(db, id, { dueAt: new Date(now + waitMs), isCounted: false });
}

/** Asks a vendor for one address, and stores what it said. Returns for how long it is to be left alone, if it is (milliseconds). */
async function liftOne(
  { db, clock, logger, sessions, callMs = bounds.vendorLifts.call }: VendorLiftDeps,
  integration: SendingIntegration | undefined,
  lift: DueLift,
  stop: AbortSignal | undefined,
): Promise<number | undefined> {
  const { id, integrationId, providerId, channel, address, attempts } = lift;
  const settle = (outcome: Parameters<typeof settleVendorLift>[2]["outcome"], words: string | null = null) =>
    settleVendorLift(db, id, { outcome, words });
  if (lift.isSuppressedAgain) {
    await settle("not_asked", "The address was suppressed again before");
    return undefined;
  }
  if (!integration?.active) {
    await settle("not_asked", "The integration was switched off or removed before");
    return undefined;
  }
  const timeout = AbortSignal.timeout(callMs);
  try {
    const answer = await sessions.lift(
      { id: integrationId, channel, providerId, credentials: integration.credentials },
      { address, kinds: liftedKinds(channel, providerId, lift.reason) },
      { signal: stop ? AbortSignal.any([stop, timeout]) : timeout },
    );
    await settle(answer ?? "not_asked", answer === undefined ? "The provider keeps no list any more" : null);
    return undefined;
  } catch (error) {
    if (stop?.aborted) {
      await postponeVendorLift(db, id, { dueAt: clock(), isCounted: true });
      return 0;
    }
    const failure = failureOf(error, timeout.aborted ? callMs : undefined);
    if (!failure.isPassing) {
      await settle("refused", failure.words);
      return undefined;
    }
    const pauseMs = pauseAfterLift(attempts, failure.retryAfterSeconds);
    logger.warn({ integrationId, attempts, gaveUp: pauseMs === null }, "a vendor did not take an address off its list");
    if (pauseMs === null) await settle("unanswered", failure.words);
    else {
      const dueAt = new Date(clock().getTime() + pauseMs);
      await postponeVendorLift(db, id, { dueAt, words: failure.words, isCounted: true });
    }
    return pauseOfVendor(failure.retryAfterSeconds);
  }
}

/** `lateMs` is given for a call that took longer. An error of neither kind is a fault of ours. */
function failureOf(error: unknown, lateMs: number | undefined) {
  if (error instanceof ProviderError) {
    const { message, retryAfterSeconds } = error;
    return { isPassing: error.class === "RETRY", words: message, retryAfterSeconds };
  }
  if (lateMs === undefined) throw error;
  const words = `The vendor gave no answer within ${lateMs / 1_000} seconds`;
  return { isPassing: true, words, retryAfterSeconds: undefined };
}

/**
 * Looks for what is due for as long as the worker runs. Postgres is polled and not Temporal, as for events of webhook endpoints. Returns
 * what ends it, without waiting for vendors.
 */
export function startVendorLifts(deps: VendorLiftDeps, everyMs: number): () => Promise<void> {
  const stop = new AbortController();
  let round: Promise<void> | undefined;
  const look = async () => {
    round ??= liftAtVendors(deps, stop.signal).finally(() => {
      round = undefined;
    });
    await round;
  };
  const onError = (err: unknown) => deps.logger.warn({ err }, "vendors could not be asked to lift suppressions");
  const end = repeat(everyMs, look, onError);
  return async () => {
    stop.abort();
    await end();
  };
}
