import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import type { DeliveryOutcome } from "#db/queries/deliveries/delivery-outcome.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import { findSendingIntegrations, type SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import { findSuppressed } from "#db/queries/suppressions/find-suppressed.ts";
import { hasNext } from "#domain/lanes/failover.ts";
import type { Durations } from "#domain/times/durations.ts";
import type { SendResult } from "#providers/messages.ts";
import { Passthrough } from "#providers/passthrough.ts";
import { findProvider } from "#providers/registry.ts";
import { isReachableByVendors, reportUrlOf } from "#providers/reports/report-url.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { channelModule } from "../channels/index.ts";
import type { Clock } from "../run/decision-deps.ts";
import { isExpired } from "../run/expiry.ts";
import { openRequest } from "../run/sealed-request.ts";
import { within } from "../run/within.ts";
import { createAttachmentFiles, type TakenFiles } from "./attachment-files.ts";
import { createCollectedEvents } from "./collected-events.ts";
import { stoppedInDoubt } from "./in-doubt.ts";
import { createInFlight, type DeliveryInFlight } from "./in-flight.ts";
import type { Attempt, IntegrationGates } from "./integration-gates.ts";
import type { LanePaces, PacedIntegration } from "./lane-paces.ts";
import { createLaneTurns, type LaneTurns } from "./lane-turns.ts";
import type { Outages } from "./outages.ts";
import { createPostponer } from "./postponer.ts";
import { createRecorder } from "./recorder.ts";
import { createRefusalScopes } from "./refusal-scopes.ts";
import type { SendCounts } from "./send-counts.ts";
import { createFailureHandler, ExpiredError, LeaseLostError, StoppingError, switchedOff } from "./send-failures.ts";
import { failedOutcome, sentOutcome } from "./send-outcomes.ts";
import { rulesOf } from "./sending-rules.ts";
import { type AllowedRequest, readSuppressed } from "./suppressed-recipients.ts";
import { currentRequest } from "./test-delivery.ts";
import type { Wakers } from "./wakers.ts";

/** Integrations whose credentials are remembered, to notice a change. */
const KNOWN_INTEGRATIONS = 1_000;

/** An integration as sends use it; what a slice has read already need not be read again. */
export type KnownIntegration = Omit<SendingIntegration, "active">;

/**
 * Sends leased deliveries, one process' worth of them: through the slots of their integration, with leases extended for as
 * long as a send takes, and outcomes stored as they come in. A send goes on when the activity that asked for it is given
 * up, so that nothing is sent beside its repetition.
 */
export interface Dispatcher extends LaneTurns {
  /** Settles with what became of each delivery once that is stored; null for one whose lease was lost. */
  send(
    deliveries: readonly LeasedDelivery[],
    known?: readonly KnownIntegration[],
  ): Promise<(DeliveryOutcome["state"] | null)[]>;
  /** While somebody awaits the outcomes of a cohort's deliveries, its execution need not be woken for them. Returns how to end that. */
  attend(cohortId: string): () => void;
  /** Reads what other processes have learned of the integration's pace. */
  look(integrationId: string): Promise<void>;
  /** Settles when a send of the integration has ended, or at once when none is under way. */
  untilSent(integrationId: string): Promise<void>;
  /** Settles when the sends under way have ended, and what became of them is stored. */
  settled(): Promise<void>;
  /** Begins no more sends, awaits those in flight and stores their outcomes. */
  close(): Promise<void>;
}

interface DispatcherDeps {
  db: Database;
  /** Sends over the sessions of integrations. Its owner closes it. */
  sessions: Pick<SessionCache, "send" | "retire">;
  gates: IntegrationGates;
  paces: LanePaces;
  /** Of integrations that have another one behind them. */
  outages: Outages;
  counts: Pick<SendCounts, "succeeded" | "failed">;
  clock: Clock;
  durations: Durations;
  logger: Logger;
  wakers: Wakers;
  /** Belfry's own address, below which vendors report. */
  reportsUrl: string;
  /** The secrets in the addresses of reports are made by it. */
  encryptionKey: Buffer;
  /** Its name, which is in the Message-IDs of mails. */
  installation?: string | undefined;
  /** Milliseconds for which sends under way are awaited when the process ends. */
  stopMs: number;
  /** For how long messages of a channel are tried. */
  retryMinutes: Config["retryMinutes"];
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, sessions, gates, paces, outages, counts, clock, logger, reportsUrl, encryptionKey, stopMs } = deps;
  const patienceOf = ({ channel }: LeasedDelivery) => (channel === "in_app" ? 0 : deps.retryMinutes[channel] * 60_000);
  const isReachable = isReachableByVendors(reportsUrl);
  /** Cohorts whose outcomes are awaited, and by how many. */
  const attended = new Map<string, number>();
  const recorder = createRecorder({ ...deps, isAttended: (cohortId) => attended.has(cohortId) });
  const scopes = createRefusalScopes();
  const files = createAttachmentFiles(db);
  const collected = createCollectedEvents(db);
  const inFlight = createInFlight(deps);
  const postpone = createPostponer(deps);
  const handleFailure = createFailureHandler({ ...deps, scopes, postpone, patienceOf, record });
  const lastCredentials = new LRUCache<string, string>({ max: KNOWN_INTEGRATIONS });
  const closing = new AbortController();

  /** Sends in a slot of the integration, which is free again once the outcome is stored. */
  async function sendAndRecord(
    entry: DeliveryInFlight,
    allowed: AllowedRequest,
  ): Promise<DeliveryOutcome["state"] | null> {
    const { delivery, integration } = entry;
    const given = (error: unknown) => handleFailure(entry, error);
    try {
      if (isExpired(delivery.validUntil, clock())) throw new ExpiredError();
      if (!integration?.active) {
        sessions.retire(delivery.integrationId);
        throw switchedOff(delivery, integration);
      }
      forgetChanged(integration);
      // Files and events cannot be read while outcomes cannot be stored.
      await recorder.ready();
      if (closing.signal.aborted) throw new StoppingError();
      const rules = rulesOf(delivery, integration);
      const wasUnlimited = !paces.isLimited(integration.id);
      const taking = { priority: delivery.priority, hasNext: hasNext(delivery) };
      await paces.take(rules.paced, taking);
      /** While it waited for a slot, the vendor may have begun to refuse. */
      const stillPaced = async () => {
        if (wasUnlimited && paces.isLimited(integration.id)) await paces.take(rules.paced, taking);
      };
      return await collected.run({ ...delivery, request: currentRequest(allowed(delivery), integration) }, (request) =>
        files.run({ ...delivery, request }, (taken) =>
          gates.run(
            delivery.integrationId,
            (attempt) =>
              stillPaced()
                .then(() => sendOne(entry, integration, rules.paced, taken, attempt))
                .then((sent) => record(delivery, sent), given),
            {
              priority: delivery.priority,
              concurrent: rules.concurrent,
              timeoutMs: rules.timeoutMs,
              address: channelModule(delivery.channel).entries?.addressOf?.(delivery.request),
              hasNext: taking.hasNext,
            },
          ),
        ),
      );
    } catch (error) {
      return given(error);
    }
  }

  async function sendOne(
    entry: DeliveryInFlight,
    integration: SendingIntegration,
    paced: PacedIntegration,
    { request, missing }: TakenFiles,
    attempt: Attempt,
  ): Promise<DeliveryOutcome> {
    const { delivery } = entry;
    // While outcomes cannot be stored, nothing more is sent: a crash would forget what was.
    await recorder.ready();
    if (closing.signal.aborted) throw new StoppingError();
    if (!inFlight.isHeld(entry)) throw new LeaseLostError();
    if (isExpired(delivery.validUntil, clock())) throw new ExpiredError();
    const additions = Passthrough.safeParse(request.passthrough);
    const { id: integrationId, providerId, credentials } = integration;
    const sent = await attempt((signal) => {
      entry.begunAt = clock().getTime();
      entry.pace = paces.paceOf(integrationId);
      return sessions.send(
        { id: integrationId, channel: delivery.channel, providerId, credentials },
        { ...openRequest(request, { providerId, encryptionKey }), id: delivery.messageId },
        {
          signal,
          firstSentAt: delivery.firstLeasedAt,
          onAllowance: (allowance) => paces.allowed(paced, allowance),
          ...(additions.success && { passthrough: additions.data }),
          ...(isReachable && { reportUrl: reportUrlOf({ reportsUrl, encryptionKey }, integration) }),
          outbox: { deliver: (message) => insertOutboxMessage(db, delivery, message) },
        },
      );
    });
    const now = clock();
    counts.succeeded(integrationId, now.getTime() - (entry.begunAt ?? now.getTime()));
    paces.accepted(integrationId);
    scopes.accepted(delivery);
    outages.accepted(delivery.integrationId, findProvider(delivery.channel, delivery.providerId)?.refusesLater);
    if (delivery.failover?.isProbe) outages.end(delivery.integrationId);
    const { begunAt, pace } = entry;
    const context = { integration, now, begunAt, pace, patienceMs: patienceOf(delivery) };
    return sentOutcome(delivery, withMissing(sent, missing), context);
  }

  /** An integration that is left alone is tried at once when its credentials have changed since. */
  function forgetChanged({ id, credentials }: SendingIntegration): void {
    const now = JSON.stringify(credentials);
    const before = lastCredentials.get(id);
    lastCredentials.set(id, now);
    if (before !== undefined && before !== now) gates.forget(id);
  }

  async function record(
    delivery: LeasedDelivery,
    outcome: DeliveryOutcome | null,
  ): Promise<DeliveryOutcome["state"] | null> {
    if (outcome === null) return null;
    const recorded = await recorder.record(outcome);
    if (!recorded) logger.warn({ deliveryId: delivery.id }, "a send outlived its lease, its outcome is not stored");
    return recorded ? outcome.state : null;
  }

  async function integrationsOf(
    deliveries: readonly LeasedDelivery[],
    known: readonly KnownIntegration[],
  ): Promise<Map<string, SendingIntegration>> {
    const integrations = new Map(known.map((one) => [one.id, { ...one, active: true }]));
    const missing = new Set(deliveries.map((d) => d.integrationId).filter((id) => !integrations.has(id)));
    if (missing.size === 0) return integrations;
    return new Map([...integrations, ...(await findSendingIntegrations(db, [...missing]))]);
  }

  let closed: Promise<void> | undefined;

  /** Awaits what is under way. A send without an answer by the end is in doubt: its vendor may have taken it. */
  async function close(): Promise<void> {
    closing.abort();
    await within(stopMs, settled());
    await Promise.all(
      inFlight.entries().map(({ delivery, begunAt, integration }) => {
        if (begunAt === null) return postpone(delivery, clock());
        const failed = { integration, now: clock(), isBegun: true, begunAt, patienceMs: patienceOf(delivery) };
        return record(
          delivery,
          failedOutcome(delivery, stoppedInDoubt(delivery, integration, deps.installation), failed),
        );
      }),
    );
    await recorder.flushed();
    inFlight.close();
  }

  async function settled(): Promise<void> {
    await inFlight.settled();
    await recorder.flushed();
  }

  return {
    send(deliveries, known = []) {
      const reading = Promise.all([
        integrationsOf(deliveries, known),
        readSuppressed((asked) => findSuppressed(db, asked), deliveries),
      ]);
      return Promise.all(
        deliveries.map((delivery) =>
          inFlight.run(delivery, async (entry) => {
            const [integrations, allowed] = await reading;
            entry.integration = integrations.get(delivery.integrationId);
            return sendAndRecord(entry, allowed);
          }),
        ),
      );
    },
    attend(cohortId) {
      attended.set(cohortId, (attended.get(cohortId) ?? 0) + 1);
      return () => {
        const left = (attended.get(cohortId) ?? 1) - 1;
        if (left === 0) attended.delete(cohortId);
        else attended.set(cohortId, left);
      };
    },
    ...createLaneTurns({ paces, gates, inFlight, clock, closing: closing.signal }),
    look: paces.look,
    untilSent: inFlight.untilSent,
    settled,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** Files that are gone are no reason to keep the message back. */
function withMissing(sent: SendResult, missing: readonly string[]): SendResult {
  if (missing.length === 0) return sent;
  const warning = `Sent without ${missing.join(", ")}: attachments are kept until the last run of an event has ended`;
  return { ...sent, warning: [sent.warning, warning].filter(Boolean).join(". ") };
}
