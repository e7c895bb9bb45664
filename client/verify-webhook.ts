import type { WEBHOOK_TEST_TYPE, WebhookEventType } from "#contract/constants/webhooks.ts";
import { subtleCrypto } from "./secure-context.ts";

interface InEnvironment {
  organizationId: string;
  environmentId: string;
}

interface OfMessage extends InEnvironment {
  messageId: string;
  transactionId: string;
  /** Identifier of the workflow; null when it is gone. */
  workflow: string | null;
  channel: "in_app" | "email" | "sms" | "chat" | "push";
  providerId: string | null;
  /** The customer's id of the subscriber; null when it was erased. */
  subscriberId: string | null;
}

interface Sent extends OfMessage {
  /** Absent for what is in the inbox at once. */
  deliveryId?: string | null;
  /** Id of the message at its provider. */
  identifier?: string | null;
}

interface Failed extends OfMessage {
  /** Absent when nothing was sent. */
  deliveryId?: string | null;
  error?: string | null;
  errorText?: string | null;
}

interface Reported extends OfMessage {
  /** As the provider calls it. */
  status: string;
  /** ISO 8601 */
  reportedAt: string;
  reportId: string;
  response?: string | null;
}

interface OfWorkflow extends InEnvironment {
  workflowId: string;
}

interface OfSubscriber extends InEnvironment {
  subscriberId: string;
}

type MessageEvent = Extract<WebhookEventType, `message.${string}`>;
type ReportEvent = "message.delivered" | "message.opened" | "message.clicked" | "message.bounced";

/** The data of an event by its type. */
type DataByType = Record<Exclude<MessageEvent, "message.sent" | "message.failed" | ReportEvent>, OfMessage> &
  Record<ReportEvent, Reported> &
  Record<"workflow.created" | "workflow.updated", OfWorkflow & { workflow: string; name: string; active: boolean }> &
  Record<Extract<WebhookEventType, `subscriber.${string}`>, OfSubscriber> & {
    "message.sent": Sent;
    "message.failed": Failed;
    "workflow.deleted": OfWorkflow;
    "preference.updated": OfSubscriber & {
      /** Identifier of the workflow that the choice is for; null for all. */
      workflow: string | null;
    };
  } & Record<typeof WEBHOOK_TEST_TYPE, InEnvironment & { endpointId: string }>;

/** An event that Belfry reports to a webhook endpoint: docs/webhooks.md. */
export type WebhookEvent = {
  [Type in keyof DataByType]: {
    type: Type;
    /** When it happened, in ISO 8601. Events arrive in no certain order. */
    timestamp: string;
    data: DataByType[Type];
  };
}[keyof DataByType];

/** A call that Belfry has not made, or not lately. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}

export interface VerifyOptions {
  /** Seconds by which the call may be older, or seem newer, than now; 300 by default. */
  toleranceSeconds?: number | undefined;
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the event of a call to a webhook endpoint, whose signature it verifies after Standard Webhooks
 * (https://www.standardwebhooks.com). Rejects with a {@link WebhookVerificationError} when the call is not one of Belfry's.
 * @param body the body as it arrived, before anything parsed it
 * @param secret the endpoint's secret, `whsec_...`
 */
export async function verifyWebhook(
  body: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headerOf(headers, name);
    if (value) return value;
    throw new WebhookVerificationError(`The call has no header ${name}: it is not one of Belfry's`);
  });
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp ?? "") || !(age <= toleranceSeconds))
    throw new WebhookVerificationError(
      `webhook-timestamp is not within ${toleranceSeconds} seconds of now: the call is old, or a clock is wrong`,
    );
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const subtle = subtleCrypto("The signature of a webhook");
  const key = await subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const [, signature = ""] of (signatures ?? "").matchAll(/(?:^|\s)v1,([A-Za-z0-9+/]+=*)(?=\s|$)/g)) {
    const bytes = bytesOf(signature);
    if (bytes && (await subtle.verify("HMAC", key, bytes, signed))) return eventOf(text);
  }
  throw new WebhookVerificationError(
    "webhook-signature does not fit the body: check the endpoint's secret, and pass the body as it arrived",
  );
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.join(" ");
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes && bytes.length > 0) return bytes;
  throw new TypeError("secret is not the secret of a webhook endpoint, which begins with whsec_");
}

/** Decodes base64; undefined for what is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The signature says that Belfry made it, so that its form needs no check. */
const eventOf = (text: string): WebhookEvent => JSON.parse(text);
