import { z } from "zod";
import { DETAILS, type LeftOutDetail } from "#contract/constants/details.ts";
import type { DeliveryOutcome } from "#db/queries/deliveries/delivery-outcome.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import type { SendingIntegration } from "#db/queries/deliveries/sending-integrations.ts";
import { nextAttempt } from "#domain/lanes/failover.ts";
import { sendRetry } from "#engine/policies.ts";
import type { SendResult } from "#providers/messages.ts";
import { ProviderError } from "#providers/provider-error.ts";
import { findProvider } from "#providers/registry.ts";
import { channelModule } from "../channels/index.ts";
import { isLeftInDoubt } from "./in-doubt.ts";
import type { SuppressedError } from "./suppressed-recipients.ts";

// What becomes of one send, as it is recorded: sent, failed for good, or tried again, by the same integration or the next one.

export const expiredOutcome = (delivery: LeasedDelivery): DeliveryOutcome =>
  partlySentOutcome(delivery, DETAILS.expired) ??
  leftOutOutcome(delivery, DETAILS.expired, { expiresAt: delivery.validUntil?.toISOString() });

export const suppressedOutcome = (
  delivery: LeasedDelivery,
  { id, reason, since }: SuppressedError["entry"],
): DeliveryOutcome =>
  partlySentOutcome(delivery, DETAILS.suppressed) ??
  leftOutOutcome(delivery, DETAILS.suppressed, { suppressionId: id, reason, since: since.toISOString() });

export const testDeliveryOutcome = (delivery: LeasedDelivery): DeliveryOutcome =>
  partlySentOutcome(delivery, DETAILS.testDeliveryChanged) ?? leftOutOutcome(delivery, DETAILS.testDeliveryChanged, {});

/** The step concludes its job as skipped: nothing went wrong. */
const leftOutOutcome = (delivery: LeasedDelivery, text: LeftOutDetail, raw: object): DeliveryOutcome => ({
  delivery,
  state: "failed",
  dueAt: null,
  errorText: text,
  detail: { text, status: "Success", isRetry: false, raw },
});

/** Of a mail that some recipients have got before, and that the others do not get: undefined of any other. */
function partlySentOutcome(delivery: LeasedDelivery, reason: string): DeliveryOutcome | undefined {
  const { data: remaining } = Remaining.safeParse(delivery.request.remaining);
  if (!remaining) return undefined;
  const { addresses, id } = remaining;
  const warning = `Sent, but not to ${addresses.join(", ")}: ${reason}`;
  return {
    delivery,
    state: "sent",
    dueAt: null,
    identifier: id,
    detail: { text: DETAILS.messageSent, status: "Warning", isRetry: false, raw: { id, warning } },
  };
}

const Remaining = z.object({ addresses: z.array(z.string()), id: z.string().optional() });

/** The device that a delivery is for, on channels that send to each one by itself. */
const deviceOf = ({ channel, request }: LeasedDelivery): string | undefined =>
  channelModule(channel).entries?.deviceTokenOf?.(request);

/** The integration as the history shows it, where there was a choice. */
const shown = ({ failover, integrationId, providerId }: LeasedDelivery, integration: SendingIntegration | undefined) =>
  failover && { integration: { _id: integrationId, providerId, name: integration?.name } };

export function sentOutcome(
  delivery: LeasedDelivery,
  sent: SendResult,
  context: Omit<FailedSend, "isBegun" | "rate"> & { integration: SendingIntegration },
): DeliveryOutcome {
  const { integration, now } = context;
  const again = againOutcome(delivery, sent, { ...context, isBegun: true, rate: "recipient" });
  if (again) return again;
  const deviceToken = deviceOf(delivery);
  const call = callOf(context);
  const fact =
    deviceToken === undefined
      ? { text: DETAILS.messageSent, raw: { ...sent, ...shown(delivery, integration), ...call } }
      : {
          text: `${DETAILS.messageSent}: ${delivery.providerId}` as const,
          raw: { result: sent, deviceToken, ...call },
        };
  return {
    delivery,
    state: "sent",
    dueAt: null,
    identifier: sent.id,
    receipt: receiptOf(delivery, sent, now),
    clearsSetUp: findProvider(delivery.channel, delivery.providerId)?.doubtsTokens,
    detail: { ...fact, status: sent.warning ? "Warning" : "Success", isRetry: false },
  };
}

/**
 * Of a mail that the server has taken for some recipients alone: it is tried again for the others, by the same integration, which alone knows
 * who has got it. Undefined when there is no other attempt.
 */
function againOutcome(
  delivery: LeasedDelivery,
  { id, later, warning }: SendResult,
  context: FailedSend,
): DeliveryOutcome | undefined {
  if (!later) return undefined;
  const { addresses, response, retryAfterSeconds } = later;
  const afterMs = retryAfterMs(delivery, new ProviderError("RETRY", response, { retryAfterSeconds }), context);
  if (afterMs === undefined) return undefined;
  const { integrationId, providerId, request, attempt } = delivery;
  return {
    delivery,
    state: "open",
    dueAt: new Date(context.now.getTime() + afterMs),
    attempt: attempt + 1,
    identifier: id,
    next: { integrationId, providerId, request: { ...request, remaining: { addresses, id } } },
    isBound: true,
    errorText: response,
    detail: {
      text: DETAILS.providerRetry,
      status: "Pending",
      isRetry: true,
      raw: { id, warning, addresses, afterMs, ...callOf(context) },
    },
  };
}

/** Returns what a vendor is asked by later; undefined where it cannot be asked what became of the message. */
function receiptOf(delivery: LeasedDelivery, { id }: SendResult, now: Date): DeliveryOutcome["receipt"] {
  const times = findProvider(delivery.channel, delivery.providerId)?.receipts;
  if (!times || id === undefined) return undefined;
  return {
    awaited: { id, deviceToken: deviceOf(delivery) ?? null, sentAt: now.toISOString() },
    dueAt: new Date(now.getTime() + times.afterMs),
  };
}

/**
 * Milliseconds until the next attempt, or undefined when there is none: it is of no use any more, or it was tried for as long as messages
 * of its channel are.
 */
function retryAfterMs(delivery: LeasedDelivery, error: ProviderError, failed: FailedSend): number | undefined {
  const { now, isBegun, rate } = failed;
  if (error.class !== "RETRY" || isLeftInDoubt(error, failed.integration)) return undefined;
  const attempt = delivery.attempt + 1;
  if (error.retryLimit !== undefined && attempt > error.retryLimit) return undefined;
  const isFirst = delivery.attempt === 0 && !delivery.isNoted;
  const triedFrom = isFirst ? now : new Date(delivery.failover?.since ?? delivery.firstLeasedAt);
  const left = (delivery.validUntil?.getTime() ?? triedFrom.getTime() + failed.patienceMs) - now.getTime();
  if (left <= 0) return undefined;
  const doubling = Math.min(sendRetry.firstWait * sendRetry.factor ** (attempt - 1), sendRetry.longestWait);
  const asked = (error.retryAfterSeconds ?? 0) * 1_000;
  // The pace of the lane says when it has its turn, the circuit when its vendor is tried again, or the vendor when it takes another.
  const isHeldBack = rate === "integration" || (!isBegun && !delivery.failover) || (rate === "recipient" && asked > 0);
  const least = isHeldBack ? Math.max(asked, sendRetry.leastWait) : Math.max(asked, doubling);
  const wait = least * (1 + Math.random() * sendRetry.jitter);
  return Math.ceil(Math.min(wait, left));
}

interface FailedSend {
  integration: SendingIntegration | undefined;
  now: Date;
  /** False when the circuit of the integration was open. */
  isBegun: boolean;
  /** Whom a refusal for too many messages concerns; undefined of any other failure. */
  rate?: ProviderError["rate"];
  /** When the send began, in milliseconds since 1970. */
  begunAt?: number | null;
  /** Messages a second that the integration was allowed when the send began. */
  pace?: number | undefined;
  /** The vendor has taken nothing for a while: another integration has its turn at once. */
  isAway?: boolean;
  /** Milliseconds from the first attempt for which a message is tried that does not say until when it is of use. */
  patienceMs: number;
}

/** When the vendor was called and for how long, which tells its time from the waits before it; nothing where it was not. */
function callOf({ begunAt, now, pace }: Pick<FailedSend, "begunAt" | "now" | "pace">) {
  if (begunAt === null || begunAt === undefined) return {};
  const call = { begunAt: new Date(begunAt).toISOString(), tookMs: Math.max(now.getTime() - begunAt, 0) };
  return { call: { ...call, ...(pace !== undefined && { perSecond: pace }) } };
}

export function failedOutcome(delivery: LeasedDelivery, error: ProviderError, failed: FailedSend): DeliveryOutcome {
  const { now } = failed;
  const attempt = delivery.attempt + 1;
  const deviceToken = deviceOf(delivery);
  const { message, class: errorClass, status, response, vendorCode, noAnswer } = error;
  const raw = {
    message,
    class: errorClass,
    code: vendorCode ?? noAnswer,
    status,
    response,
    attempt,
    deviceToken,
    ...shown(delivery, failed.integration),
    rate: failed.rate,
    ...callOf(failed),
  };
  const afterMs = retryAfterMs(delivery, error, failed);
  const next = delivery.failover && nextOf(delivery, error, failed, afterMs);
  const isBound = isUncertain(error);
  if (next) return { ...next, isBound, detail: { ...next.detail, raw: { ...raw, ...next.detail.raw } } };
  if (afterMs !== undefined && !delivery.failover) {
    return {
      delivery,
      state: "open",
      // The lane knows until when its vendor takes nothing, and may learn that it takes more, because the integration was changed.
      dueAt: new Date(
        now.getTime() + (failed.rate === "integration" ? Math.min(afterMs, sendRetry.leastWait) : afterMs),
      ),
      // What the vendor never looked at is no attempt.
      attempt: failed.rate === "integration" || !failed.isBegun ? delivery.attempt : attempt,
      errorText: error.response ?? error.message,
      isBound,
      detail: { text: DETAILS.providerRetry, status: "Pending", isRetry: true, raw: { ...raw, afterMs } },
    };
  }
  const partlySent = partlySentOutcome(delivery, message);
  if (partlySent) return partlySent;
  return {
    delivery,
    state: "failed",
    dueAt: null,
    errorId: channelModule(delivery.channel).errorId,
    errorText: error.response ?? error.message,
    isBound,
    detail: { text: DETAILS.providerError, status: "Failed", isRetry: false, raw },
    ...(errorClass === "TOKEN" && deviceToken !== undefined && refusedDevice(deviceToken, error, failed)),
  };
}

/** A refusal is about the token as it was when it was sent to, or as the vendor has known it since. */
function refusedDevice(
  deviceToken: string,
  { invalidSince, isOfSetUpPerhaps }: ProviderError,
  { begunAt, now }: FailedSend,
): Pick<DeliveryOutcome, "unknownDevice" | "suspectDevice" | "refusedAt"> {
  const begun = begunAt ?? now.getTime();
  const refusedAt = new Date(Math.min(begun, invalidSince?.getTime() ?? begun));
  return { refusedAt, ...(isOfSetUpPerhaps ? { suspectDevice: deviceToken } : { unknownDevice: deviceToken }) };
}

/** The outcome of a send after which another integration, or the same one later, has its turn; undefined when none is left. */
function nextOf(delivery: LeasedDelivery, error: ProviderError, failedSend: FailedSend, waitMs: number | undefined) {
  const { failover, integrationId, isBound } = delivery;
  if (!failover) return undefined;
  const { now, isBegun, isAway } = failedSend;
  const context = { now, attemptsBeforeNext: isAway ? 1 : sendRetry.attemptsBeforeNext };
  const failed = { class: error.class, isBegun, isUncertain: isUncertain(error), waitMs };
  // What was not begun counts as an attempt only when the message has to wait for it.
  const tried = { integrationId, isBound, attempts: delivery.attempt + (isBegun ? 1 : 0) };
  let next = nextAttempt(failover, tried, failed, context);
  if (!isBegun && next && next.dueAt > now) {
    next = nextAttempt(failover, { ...tried, attempts: tried.attempts + 1 }, failed, context);
  }
  if (!next) return undefined;
  const { option, dueAt } = next;
  const isOther = option.integrationId !== integrationId;
  const at = new Date(Math.max(dueAt.getTime(), now.getTime()));
  return {
    delivery,
    state: "open" as const,
    dueAt: at,
    attempt: option.attempts,
    next: option,
    failover: next.failover,
    detail: {
      text: isOther ? DETAILS.providerFailedOver : DETAILS.providerRetry,
      status: "Pending" as const,
      isRetry: true,
      raw: {
        afterMs: at.getTime() - now.getTime(),
        ...(isOther && { next: { _id: option.integrationId, providerId: option.providerId } }),
      },
    },
  };
}

/** Whether the vendor may have taken the message. A gateway that got no answer in time does not know it either. */
const isUncertain = (error: ProviderError): boolean => error.mayBeSent || error.status === 504;
