import { DETAILS } from "#contract/constants/details.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import type { MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { storableJson } from "#db/storable.ts";
import type { FailoverOption } from "#domain/lanes/failover.ts";
import { catchAllOf, listingOf, type TestedPerson, type TestedRequest, testedRequest } from "#domain/test-delivery.ts";
import { wouldBeSent } from "../run/dry-message.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import type { StepDelivery, StepOutcome } from "../run/step-type.ts";
import { dryOutcome } from "./tested-outcome.ts";

type Sending = Extract<StepOutcome, { kind: "sending" }>;

/**
 * The outcome of a step while the environment is tested: what nobody of the list gets goes to the address for all else, or is rendered only.
 * The requests say by which setting they were written, so that none of an earlier one is sent: docs/test-delivery.md.
 */
export function redirectedOutcome(slice: Slice, step: StepRow, member: Member, outcome: StepOutcome): StepOutcome {
  const { testDelivery } = slice.context;
  if (!testDelivery || outcome.kind !== "sending") return outcome;
  const isListed = listingOf(testDelivery, personOf(member));
  const leftOut = new Set<string>();
  const tested = (request: unknown, { channel }: StepDelivery): TestedRequest["request"] | undefined => {
    const result = testedRequest(asRequest(request), isListed, catchAllOf(testDelivery, channel));
    for (const address of result?.leftOut ?? []) leftOut.add(address);
    return result && { ...result.request, testRevision: testDelivery.revision };
  };
  const deliveries = outcome.deliveries.flatMap((delivery): StepDelivery[] => {
    const request = tested(parseExactJson(delivery.request), delivery);
    if (!request) return [];
    return [{ ...delivery, request: storableJson(request), failover: failoverOf(delivery, tested) }];
  });
  if (deliveries.length === 0) return rendered(slice, step, member, outcome);
  return sent(slice, outcome, deliveries, [...leftOut]);
}

/** Nobody gets it: the step ends as that of a dry run. */
function rendered(slice: Slice, step: StepRow, member: Member, outcome: Sending): StepOutcome {
  const ended = dryOutcome(slice, step, member, outcome);
  if (ended.kind !== "ended") return ended;
  return { ...ended, details: [...ended.details, { detail: DETAILS.testDeliveryRendered, status: "Success" }] };
}

function sent(slice: Slice, outcome: Sending, deliveries: StepDelivery[], leftOut: readonly string[]): StepOutcome {
  const kept = new Set(deliveries.map(({ messageId }) => messageId));
  const isUnsent = ({ id, status }: MessageWrite) => status === "sent" && !kept.has(id);
  const unsent = outcome.messages.filter(isUnsent);
  const ids = new Set(unsent.map(({ id }) => id));
  const details = [
    ...outcome.details.filter(({ messageId }) => messageId === undefined || !ids.has(messageId)),
    ...unsent.map((message) => {
      const own = outcome.deliveries.find(({ messageId }) => messageId === message.id);
      return wouldBeSent(slice, message, own);
    }),
  ];
  if (leftOut.length > 0) {
    const to = [...new Set(deliveries.flatMap(({ request }) => toOf(request)))];
    const raw = { to, insteadOf: leftOut };
    details.push({ detail: DETAILS.testDeliveryRedirected, status: "Success", raw });
  }
  const messages = outcome.messages
    .filter((message) => !isUnsent(message))
    .map((message) => addressed(message, deliveries));
  return { ...outcome, messages, deliveries, details };
}

/** The message with the addresses that it goes to. */
export function addressed(message: MessageWrite, deliveries: readonly StepDelivery[]): MessageWrite {
  const to = deliveries.filter(({ messageId }) => messageId === message.id).flatMap(({ request }) => toOf(request));
  if (to.length === 0) return message;
  if (message.channel === "email") return { ...message, email: to.join(",") };
  return message.channel === "sms" ? { ...message, phone: to.join(",") } : message;
}

const toOf = (request: string): string[] =>
  [asRequest(parseExactJson(request)).to].flat().filter((to): to is string => typeof to === "string");

/** Each integration that may take over has what it may send. */
function failoverOf(
  delivery: StepDelivery,
  tested: (request: unknown, delivery: StepDelivery) => TestedRequest["request"] | undefined,
): StepDelivery["failover"] {
  const { failover } = delivery;
  if (failover === null) return null;
  const options = failover.options.flatMap((option): FailoverOption[] => {
    if (option.request === undefined) return [option];
    const request = tested(option.request, delivery);
    return request ? [{ ...option, request }] : [];
  });
  return { ...failover, options };
}

function personOf({ subscriber, entries }: Member): TestedPerson | undefined {
  if (!subscriber) return undefined;
  const connected = entries.flatMap(({ credentials: { webhookUrl, deviceTokens = [] } }) => [
    webhookUrl,
    ...deviceTokens,
  ]);
  return { subscriberId: subscriber.subscriberId, addresses: [subscriber.email, subscriber.phone, ...connected] };
}

/** The channel's module made it. */
const asRequest = (request: unknown) => request as Record<string, unknown>;
