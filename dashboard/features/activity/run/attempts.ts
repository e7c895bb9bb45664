import { DETAILS } from "#contract/constants/details.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ActivityJob } from "#contract/notifications.ts";
import { rawFields } from "../step-outcome-sentence.ts";

export type Detail = ActivityJob["executionDetails"][number];

/** A call of a provider, in milliseconds since 1970. */
interface Call {
  from: number;
  until: number;
  /** Messages a second that its integration was allowed then. */
  perSecond: number | undefined;
}

export type AttemptResult = "sent" | "failed" | "again" | "elsewhere";

/** One try to hand a message to a provider. */
export interface Attempt {
  id: string;
  result: AttemptResult;
  /** Undefined where the provider was not called, as one that is away. */
  call: Call | undefined;
  /** When its outcome was stored. */
  at: number;
  providerId: string | undefined;
  /** The name of the integration, where there was a choice. */
  integration: string | undefined;
  /** The status of the provider's answer, or its own code. */
  status: string | undefined;
  /** The provider's answer, or why it was not called. Secrets are masked where it is stored. */
  answer: string | undefined;
  /** The id by which the provider knows the message. */
  messageId: string | undefined;
  /** Milliseconds until the next attempt. */
  afterMs: number | undefined;
  /** The provider refused it for too many messages. */
  isTooMany: boolean;
}

/** By the text, or what stands before the provider in that of a push. */
const RESULTS: ReadonlyMap<string, AttemptResult> = new Map([
  [DETAILS.messageSent, "sent"],
  [DETAILS.providerError, "failed"],
  [DETAILS.providerRetry, "again"],
  [DETAILS.providerFailedOver, "elsewhere"],
]);

/** The attempt that a detail is about; undefined of any other detail. */
export function attemptOf(detail: Detail): Attempt | undefined {
  const result = RESULTS.get(detail.detail.split(": ", 1)[0] ?? "");
  if (!result || detail.source === "Webhook") return undefined;
  const raw = rawFields(detail.raw);
  const { code, status, response, message, warning, integration, afterMs } = raw;
  const sent = isJsonObject(raw.result) ? raw.result : raw;
  return {
    id: detail._id,
    result,
    call: callOf(raw.call),
    at: Date.parse(detail.createdAt),
    providerId: detail.providerId,
    integration: isJsonObject(integration) ? textOf(integration.name) : undefined,
    status: [status, code].map(textOf).find((one) => one !== undefined),
    answer: [response, warning, message].map(textOf).find((one) => one !== undefined),
    messageId: result === "sent" ? textOf(sent.id) : undefined,
    afterMs: typeof afterMs === "number" ? afterMs : undefined,
    isTooMany: raw.rate !== undefined,
  };
}

export const attemptsOf = ({ executionDetails }: Pick<ActivityJob, "executionDetails">): Attempt[] =>
  executionDetails.flatMap((detail) => attemptOf(detail) ?? []);

function callOf(call: unknown): Call | undefined {
  if (!isJsonObject(call) || typeof call.begunAt !== "string" || typeof call.tookMs !== "number") return undefined;
  const from = Date.parse(call.begunAt);
  const perSecond = typeof call.perSecond === "number" ? call.perSecond : undefined;
  return { from, until: from + call.tookMs, perSecond };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "string" && value !== "" ? value : undefined;
