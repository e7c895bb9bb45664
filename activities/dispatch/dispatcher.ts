import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { type LeasedDelivery, releaseLeases, renewLeases } from "#db/queries/deliveries/lease-deliveries.ts";
import type { DeliveryOutcome } from "#db/queries/deliveries/record-outcomes.ts";
import { findSendingIntegrations, type SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { insertOutboxMessage } from "#db/queries/outbox/outbox.ts";
import type { Durations } from "#domain/durations.ts";
import { hasNext } from "#domain/failover.ts";
import type { SendResult } from "#providers/messages.ts";
import { Passthrough } from "#providers/passthrough.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import { isReachableByVendors, reportUrlOf } from "#providers/report-url.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { channelModule } from "../channels/index.ts";
import type { Clock } from "../deps.ts";
import { within } from "../within.ts";
import { createAttachmentFiles, FilesUnavailableError, type TakenFiles } from "./attachment-files.ts";
import { createCollectedEvents, EventsUnavailableError } from "./collected-events.ts";
import { stoppedInDoubt } from "./in-doubt.ts";
import { type Attempt, CircuitOpenError, type IntegrationGates } from "./integration-gates.ts";
import type { Outages } from "./outages.ts";
import { createRecorder } from "./recorder.ts";
import { expiredOutcome, failedOutcome, sentOutcome } from "./send-outcomes.ts";
import type { WebhookWaker } from "./webhook-waker.ts";

/** Deliveries in memory, and bytes of their requests, up to which slices hand over what they have decided. */
const MOST_IN_FLIGHT = 600;
const MOST_BYTES = 8_000_000;
/** Integrations whose credentials are remembered, to notice a change. */
const KNOWN_INTEGRATIONS = 1_000;

/** An integration as sends use it; what a slice has read already need not be read again. */
export type KnownIntegration = Omit<SendingIntegration, "active">;

/**
 * Sends leased deliveries, one process' worth of them: through the slots of their integration, with leases extended for as
 * long as a send takes, and outcomes stored as they come in. A send goes on when the activity that asked for it is given
 * up, so that nothing is sent beside its repetition.
 */
export interface Dispatcher {
  /** Settles with what became of each delivery once that is stored; null for one whose lease was lost. */
  send(
    deliveries: readonly LeasedDelivery[],
    known?: readonly KnownIntegration[],
  ): Promise<(DeliveryOutcome["state"] | null)[]>;
  /** Channels on which this process is sending for the cohort. */
  channelsInFlight(cohortId: string): Channel[];
  /** Settles when this process sends nothing more for the cohort. */
  settled(cohortId: string): Promise<void>;
  /** Whether a send would not have to wait for a slot. */
  isFree(integrationId: string): boolean;
  /** Whether as many deliveries with requests of so many bytes in all can be held in memory. */
  hasRoom(deliveries: number, bytes: number): boolean;
  /** Begins no more sends, awaits those in flight and stores their outcomes. */
  close(): Promise<void>;
}

interface DispatcherDeps {
  db: Database;
  /** Sends over the sessions of integrations. Its owner closes it. */
  sessions: Pick<SessionCache, "send" | "retire">;
  gates: IntegrationGates;
  /** Of integrations that have another one behind them. */
  outages: Outages;
  clock: Clock;
  durations: Durations;
  logger: Logger;
  webhookWaker: WebhookWaker;
  /** Belfry's own address, below which vendors report. */
  reportsUrl: string;
  /** The secrets in the addresses of reports are made by it. */
  encryptionKey: Buffer;
  /** Milliseconds for which sends under way are awaited when the process ends. */
  stopMs: number;
}

interface InFlight {
  delivery: LeasedDelivery;
  leasedUntil: number;
  integration: SendingIntegration | undefined;
  /** The vendor was called. */
  isBegun: boolean;
  done: Promise<unknown>;
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, sessions, gates, outages, clock, durations, logger, reportsUrl, encryptionKey, stopMs } = deps;
  const isReachable = isReachableByVendors(reportsUrl);
  const recorder = createRecorder(deps);
  const files = createAttachmentFiles(db);
  const collected = createCollectedEvents(db);
  const inFlight = new Map<string, InFlight>();
  let bytesInFlight = 0;
  /** As stored, which is encrypted. */
  const lastCredentials = new LRUCache<string, string>({ max: KNOWN_INTEGRATIONS });
  const closing = new AbortController();
  const renewals = setInterval(() => void renew(), durations.deliveryRenewal).unref();

  async function renew(): Promise<void> {
    const held = [...inFlight.values()];
    if (held.length === 0) return;
    const until = new Date(clock().getTime() + durations.deliveryLease);
    try {
      const renewed = await renewLeases(
        db,
        held.map(({ delivery }) => delivery),
        until,
      );
      for (const { delivery } of held) {
        const own = inFlight.get(delivery.id);
        if (own) own.leasedUntil = renewed.has(delivery.id) ? until.getTime() : 0;
      }
    } catch (error) {
      logger.warn({ err: error }, "leases of deliveries could not be extended");
    }
  }

  const isHeld = ({ leasedUntil }: InFlight): boolean =>
    !closing.signal.aborted && leasedUntil - clock().getTime() >= durations.leastDeliveryLease;

  /** Sends in a slot of the integration, which is free again once the outcome is stored. */
  async function sendAndRecord(entry: InFlight): Promise<DeliveryOutcome["state"] | null> {
    const { delivery, integration } = entry;
    const given = (error: unknown) => record(delivery, outcomeOf(error, delivery, integration));
    try {
      if (isExpired(delivery, clock())) throw new ExpiredError();
      if (!integration?.active) {
        sessions.retire(delivery.integrationId);
        throw switchedOff(delivery, integration);
      }
      forgetChanged(integration);
      // Files and events cannot be read while outcomes cannot be stored.
      await recorder.ready();
      return await collected.run(delivery, (request) =>
        files.run({ ...delivery, request }, (taken) =>
          gates.run(
            delivery.integrationId,
            (attempt) => sendOne(entry, integration, taken, attempt).then((sent) => record(delivery, sent), given),
            {
              timeoutMs: findProvider(delivery.channel, integration.providerId)?.timeoutMs,
              address: channelModule(delivery.channel).entries?.addressOf?.(delivery.request),
              hasNext: hasNext(delivery.failover, delivery.integrationId),
            },
          ),
        ),
      );
    } catch (error) {
      return given(error);
    }
  }

  async function sendOne(
    entry: InFlight,
    integration: SendingIntegration,
    { request, missing }: TakenFiles,
    attempt: Attempt,
  ): Promise<DeliveryOutcome> {
    const { delivery } = entry;
    // While outcomes cannot be stored, nothing more is sent: a crash would forget what was.
    await recorder.ready();
    if (!isHeld(entry)) throw new LeaseLostError();
    if (isExpired(delivery, clock())) throw new ExpiredError();
    const additions = Passthrough.safeParse(request.passthrough);
    const { id: integrationId, providerId, credentials } = integration;
    const sent = await attempt((signal) => {
      entry.isBegun = true;
      return sessions.send(
        { id: integrationId, channel: delivery.channel, providerId, credentials },
        { ...request, id: delivery.messageId },
        {
          signal,
          firstSentAt: delivery.firstLeasedAt,
          ...(additions.success && { passthrough: additions.data }),
          ...(isReachable && { reportUrl: reportUrlOf({ reportsUrl, encryptionKey }, integration) }),
          outbox: { deliver: (message) => insertOutboxMessage(db, delivery, message) },
        },
      );
    });
    if (delivery.failover?.isProbe) outages.end(delivery.integrationId);
    return sentOutcome(delivery, withMissing(sent, missing), { integration, now: clock() });
  }

  /** The outcome that an error stands for; null when it is left to whoever leases the delivery next. */
  function outcomeOf(
    error: unknown,
    delivery: LeasedDelivery,
    integration: SendingIntegration | undefined,
  ): DeliveryOutcome | null {
    if (error instanceof LeaseLostError) return null;
    if (error instanceof FilesUnavailableError || error instanceof EventsUnavailableError) {
      const context = { err: error.cause, deliveryId: delivery.id };
      logger.warn(context, `${error.message}, its lease ends by itself`);
      return null;
    }
    if (error instanceof ExpiredError) return expiredOutcome(delivery);
    const failure = failureOf(delivery, error);
    const isBegun = !(error instanceof CircuitOpenError);
    if (delivery.failover?.isProbe && isBegun) {
      if (isAboutIntegration(failure)) outages.note(delivery.integrationId, clock(), failure);
      else outages.end(delivery.integrationId);
    }
    return failedOutcome(delivery, failure, { integration, now: clock(), isBegun });
  }

  function failureOf(delivery: LeasedDelivery, error: unknown): ProviderError {
    if (error instanceof CircuitOpenError) return circuitError(error, clock());
    if (error instanceof ProviderError) return error;
    logger.error({ err: error, deliveryId: delivery.id }, "a send failed with an unexpected error");
    return new ProviderError("RETRY", "Sending failed unexpectedly", { retryLimit: 1 });
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

  let closed: Promise<void> | undefined;

  /** Awaits what is under way. A send without an answer by the end is in doubt: its vendor may have taken it. */
  async function close(): Promise<void> {
    closing.abort();
    const left = [...inFlight.values()];
    await within(stopMs, Promise.allSettled(left.map(({ done }) => done)));
    const unanswered = [...inFlight.values()].filter(({ isBegun }) => isBegun);
    const outcomes = unanswered.map(({ delivery, integration }) => {
      const failed = { integration, now: clock(), isBegun: true };
      return record(delivery, failedOutcome(delivery, stoppedInDoubt(delivery, integration), failed));
    });
    await Promise.all(outcomes);
    await recorder.flushed();
    clearInterval(renewals);
    await releaseLeases(
      db,
      left.map(({ delivery }) => delivery),
      clock(),
    ).catch((error: unknown) => logger.warn({ err: error }, "leases could not be given back, they end by themselves"));
  }

  return {
    async send(deliveries, known = []) {
      const integrations = new Map(known.map((one) => [one.id, { ...one, active: true }]));
      const missing = new Set(deliveries.map((d) => d.integrationId).filter((id) => !integrations.has(id)));
      if (missing.size > 0) {
        for (const [id, found] of await findSendingIntegrations(db, [...missing])) integrations.set(id, found);
      }
      return Promise.all(
        deliveries.map((delivery) => {
          const leasedUntil = delivery.leasedUntil.getTime();
          const integration = integrations.get(delivery.integrationId);
          const entry: InFlight = { delivery, leasedUntil, integration, isBegun: false, done: Promise.resolve() };
          const done = sendAndRecord(entry).finally(() => {
            inFlight.delete(delivery.id);
            bytesInFlight -= delivery.bytes;
          });
          entry.done = done;
          inFlight.set(delivery.id, entry);
          bytesInFlight += delivery.bytes;
          return done;
        }),
      );
    },
    channelsInFlight: (cohortId) => [
      ...new Set([...inFlight.values()].flatMap(({ delivery: d }) => (d.cohortId === cohortId ? [d.channel] : []))),
    ],
    async settled(cohortId) {
      const own = [...inFlight.values()].filter(({ delivery }) => delivery.cohortId === cohortId);
      await Promise.allSettled(own.map(({ done }) => done));
    },
    isFree: (integrationId) => gates.isFree(integrationId) || gates.retryAt(integrationId) !== null,
    hasRoom: (deliveries, bytes) =>
      !closing.signal.aborted && inFlight.size + deliveries <= MOST_IN_FLIGHT && bytesInFlight + bytes <= MOST_BYTES,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** The delivery may be somebody else's by now: it is not sent here. */
class LeaseLostError extends Error {}
/** Nobody has any use for the message any more. */
class ExpiredError extends Error {}

const isExpired = ({ validUntil }: LeasedDelivery, now: Date): boolean => validUntil !== null && validUntil <= now;

function switchedOff(delivery: LeasedDelivery, integration: SendingIntegration | undefined): ProviderError {
  const name = integration ? `The integration ${integration.name}` : `The integration ${delivery.integrationId}`;
  return new ProviderError(
    "CREDENTIAL",
    `${name} was ${integration ? "switched off" : "deleted"} before it could send`,
  );
}

function circuitError(error: CircuitOpenError, now: Date): ProviderError {
  const seconds = Math.max(1, Math.ceil((error.retryAt.getTime() - now.getTime()) / 1000));
  return new ProviderError("RETRY", error.message, { retryAfterSeconds: seconds });
}

/** Files that are gone are no reason to keep the message back. */
function withMissing(sent: SendResult, missing: readonly string[]): SendResult {
  if (missing.length === 0) return sent;
  const warning = `Sent without ${missing.join(", ")}: attachments are kept until the last run of an event has ended`;
  return { ...sent, warning: [sent.warning, warning].filter(Boolean).join(". ") };
}

/** Whether another message would have failed as well. */
const isAboutIntegration = ({ class: errorClass }: ProviderError): boolean =>
  errorClass !== "PERMANENT" && errorClass !== "TOKEN";
