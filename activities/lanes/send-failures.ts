import type { Logger } from "pino";
import type { DeliveryOutcome } from "#db/queries/deliveries/delivery-outcome.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { hasNext } from "#domain/lanes/failover.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { channelModule } from "../channels/index.ts";
import type { Clock } from "../run/decision-deps.ts";
import { FilesUnavailableError } from "./attachment-files.ts";
import { EventsUnavailableError } from "./collected-events.ts";
import type { DeliveryInFlight } from "./in-flight.ts";
import { CircuitOpenError } from "./integration-gates.ts";
import { LaneBlockedError, type LanePaces } from "./lane-paces.ts";
import type { Outages } from "./outages.ts";
import type { createPostponer } from "./postponer.ts";
import type { createRefusalScopes } from "./refusal-scopes.ts";
import type { SendCounts } from "./send-counts.ts";
import { expiredOutcome, failedOutcome, suppressedOutcome, testDeliveryOutcome } from "./send-outcomes.ts";
import { rulesOf } from "./sending-rules.ts";
import { SuppressedError } from "./suppressed-recipients.ts";
import { TestDeliveryChangedError } from "./test-delivery.ts";

/** The process ends: what has not begun is left to another one. */
export class StoppingError extends Error {}
/** The delivery may be somebody else's by now: it is not sent here. */
export class LeaseLostError extends Error {}
/** Nobody has any use for the message any more. */
export class ExpiredError extends Error {}

interface FailureHandlerDeps {
  paces: LanePaces;
  scopes: ReturnType<typeof createRefusalScopes>;
  outages: Outages;
  counts: Pick<SendCounts, "failed">;
  clock: Clock;
  logger: Logger;
  postpone: ReturnType<typeof createPostponer>;
  /** For how long a message is tried, in milliseconds. */
  patienceOf: (delivery: LeasedDelivery) => number;
  record: (delivery: LeasedDelivery, outcome: DeliveryOutcome | null) => Promise<DeliveryOutcome["state"] | null>;
}

/** Returns what decides what becomes of a delivery that was not sent, and notes what its failure says about its integration. */
export function createFailureHandler(deps: FailureHandlerDeps) {
  const { paces, scopes, outages, counts, clock, logger, postpone, patienceOf, record } = deps;

  return handle;

  /** Settles with what becomes of the delivery; null when that is left to whoever leases it next. */
  async function handle(entry: DeliveryInFlight, error: unknown): Promise<DeliveryOutcome["state"] | null> {
    const { delivery, integration } = entry;
    if (error instanceof LeaseLostError) return null;
    if (error instanceof StoppingError) return giveBack(delivery);
    // Nothing is wrong with the message: it has its turn again when there is one, unless another integration can send it.
    const isAway = error instanceof LaneBlockedError && paces.isAway(delivery.integrationId);
    if (error instanceof LaneBlockedError && !(isAway && hasNext(delivery))) {
      return giveBack(delivery);
    }
    if (error instanceof FilesUnavailableError || error instanceof EventsUnavailableError) {
      const context = { err: error.cause, deliveryId: delivery.id };
      logger.warn(context, `${error.message}, its lease ends by itself`);
      return null;
    }
    const leftOut = leftOutBy(error, delivery);
    if (leftOut) return record(delivery, leftOut);
    const failure = failureOf(delivery, error, deps);
    const isBegun = !(error instanceof CircuitOpenError || error instanceof LaneBlockedError);
    const isRefused = failure.class === "CREDENTIAL" || failure.class === "FUNDS";
    const hasOwnAddress = channelModule(delivery.channel).entries?.addressOf?.(delivery.request) !== undefined;
    // Where another integration sends instead, the circuit decides. An address of a subscriber says nothing about the integration.
    if (isRefused && isBegun && !hasOwnAddress && !hasNext(delivery)) {
      outages.refused(delivery.integrationId, failure);
    }
    if (delivery.failover?.isProbe && isBegun) {
      if (isAboutIntegration(failure)) outages.note(delivery.integrationId, clock(), failure);
      else outages.end(delivery.integrationId);
    }
    const rate = await noteRefusal(entry, failure);
    const outcome = failedOutcome(delivery, failure, {
      integration,
      now: clock(),
      isBegun,
      rate,
      begunAt: entry.begunAt,
      pace: entry.pace,
      isAway: paces.isAway(delivery.integrationId),
      patienceMs: patienceOf(delivery),
    });
    if (isBegun) countFailure(counts, entry, failure, outcome);
    // That it waits is said once, not each time its vendor is found to be away still.
    if (error instanceof CircuitOpenError && delivery.isNoted && outcome.dueAt && !outcome.next) {
      return giveBack(delivery, outcome.dueAt, { isTried: true });
    }
    return record(delivery, outcome);
  }

  /** Has the lane go slower after a refusal that concerns all of it. Returns whom it concerns; undefined of any other failure. */
  async function noteRefusal(
    { delivery, begunAt, integration }: DeliveryInFlight,
    { rate, retryAfterSeconds }: ProviderError,
  ): Promise<ProviderError["rate"]> {
    if (rate !== "integration" || !integration) return rate;
    const { paced } = rulesOf(delivery, integration);
    if (scopes.refused(delivery)) {
      await paces.forget(paced);
      return "recipient";
    }
    await paces.refused(paced, {
      sentAt: begunAt ?? clock().getTime(),
      retryAfterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000,
    });
    return rate;
  }

  async function giveBack(
    delivery: LeasedDelivery,
    dueAt = clock(),
    options: { isTried?: boolean } = {},
  ): Promise<null> {
    await postpone(delivery, dueAt, options);
    return null;
  }
}

/** Returns the outcome of a delivery that is not sent, though nothing went wrong; undefined where something did. */
function leftOutBy(error: unknown, delivery: LeasedDelivery): DeliveryOutcome | undefined {
  if (error instanceof ExpiredError) return expiredOutcome(delivery);
  if (error instanceof TestDeliveryChangedError) return testDeliveryOutcome(delivery);
  return error instanceof SuppressedError ? suppressedOutcome(delivery, error.entry) : undefined;
}

/** Counts an attempt that reached the vendor. A refusal for too many messages is no fault of the integration: its pace says how it does. */
function countFailure(
  counts: FailureHandlerDeps["counts"],
  { delivery, begunAt }: DeliveryInFlight,
  failure: ProviderError,
  { state }: DeliveryOutcome,
): void {
  if (begunAt !== null && !failure.rate) counts.failed(delivery.integrationId, failure, state === "open");
}

function failureOf(
  delivery: LeasedDelivery,
  error: unknown,
  { clock, logger }: Pick<FailureHandlerDeps, "clock" | "logger">,
): ProviderError {
  if (error instanceof CircuitOpenError || error instanceof LaneBlockedError) return notBegunError(error, clock());
  if (error instanceof ProviderError) return error;
  logger.error({ err: error, deliveryId: delivery.id }, "a send failed with an unexpected error");
  return new ProviderError("RETRY", "Sending failed unexpectedly", { retryLimit: 1 });
}

export function switchedOff(delivery: LeasedDelivery, integration: SendingIntegration | undefined): ProviderError {
  const name = integration ? `The integration ${integration.name}` : `The integration ${delivery.integrationId}`;
  return new ProviderError(
    "CREDENTIAL",
    `${name} was ${integration ? "switched off" : "deleted"} before it could send`,
  );
}

function notBegunError(error: CircuitOpenError | LaneBlockedError, now: Date): ProviderError {
  const seconds = Math.max(1, Math.ceil((error.retryAt.getTime() - now.getTime()) / 1000));
  return new ProviderError("RETRY", error.message, { retryAfterSeconds: seconds });
}

/** Whether another message would have failed as well. */
const isAboutIntegration = ({ class: errorClass }: ProviderError): boolean =>
  errorClass !== "PERMANENT" && errorClass !== "TOKEN";
