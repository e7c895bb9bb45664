import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { Passthrough } from "./passthrough.ts";

/** A file that travels with a mail; `cid` with disposition `inline` makes it an image inside the html. */
export interface Attachment {
  file: Buffer;
  mime: string;
  name?: string;
  /** The channels that carry it, where it is not for all of them. */
  channels?: readonly string[];
  cid?: string;
  disposition?: "attachment" | "inline";
}

/**
 * A mail as a run hands it over, rendered. `from` and `senderName` are set only where an override or template names them; the
 * integration's own are filled in otherwise.
 */
export interface EmailMessage {
  /** Belfry's message id, the same on every attempt: goes into the vendor's reference or idempotency field. */
  id: string;
  to: readonly string[];
  from?: string;
  senderName?: string;
  subject: string;
  html: string;
  text?: string;
  cc?: readonly string[];
  bcc?: readonly string[];
  /** The first, where several are given. */
  replyTo?: string;
  /** All of them, where there are several: for vendors that take a list. */
  replyTos?: readonly string[];
  attachments?: readonly Attachment[];
  headers?: Readonly<Record<string, string>>;
  /** Unsubscribes its reader by one POST, for the headers of RFC 8058, which providers are given with the others. */
  unsubscribeUrl?: string;
  customData?: Readonly<Record<string, unknown>>;
  ipPoolName?: string;
  notificationDetails?: { transactionId: string; workflowIdentifier: string; subscriberId: string };
  /** The recipients that have not got it yet, where a mail server has taken it for the others before; only they are sent it. */
  remaining?: RemainingRecipients;
  /** The template and payload that the mail was rendered from; of a provider with `takesSource` alone. */
  payloadDetails?: EmailSource;
  passthrough?: Passthrough;
}

/** Addresses of an envelope that a mail server could not take just now. */
export interface RemainingRecipients {
  addresses: readonly string[];
  /** The vendor's id of the mail that the others have got. */
  id?: string | undefined;
}

/** The source of an email: its template as it was saved, and the trigger's payload without attachments. */
export interface EmailSource
  extends Pick<MessageTemplate, "senderName" | "subject" | "preheader" | "content" | "contentType"> {
  /** Id or identifier of the layout that the event or the template names. */
  layoutId?: string | undefined;
  payload: Readonly<Record<string, unknown>>;
}

/** A text message as a run hands it over, rendered. */
export interface SmsMessage {
  /** Belfry's message id, the same on every attempt. */
  id: string;
  to: string;
  from?: string;
  content: string;
  customData?: Readonly<Record<string, unknown>>;
  passthrough?: Passthrough;
}

/** A chat message as a run hands it over, rendered. */
export interface ChatMessage {
  /** Belfry's message id, the same on every attempt. */
  id: string;
  /** The address of the subscriber's channel. Whoever has it can write there, so that it counts as a secret. */
  webhookUrl: string;
  /** The subscriber's phone, for the vendor that goes by it instead of an address, which is empty then. */
  phoneNumber?: string;
  /** A room behind the address, for vendors that know several. */
  channel?: string;
  content: string;
  /** Fields of the vendor's own, which the overrides of the trigger name. */
  customData?: Readonly<Record<string, unknown>>;
  passthrough?: Passthrough;
}

/** A push message as a run hands it over, rendered, for one device. */
export interface PushMessage {
  /** Belfry's message id, the same on every attempt and for every device of one integration. */
  id: string;
  /** The device token, as the only element. */
  target: readonly string[];
  title: string;
  content: string;
  /** Of the trigger. */
  payload: Readonly<Record<string, unknown>>;
  /** Those of the trigger for this provider, without what is Belfry's own. */
  overrides?: Readonly<Record<string, unknown>>;
  passthrough?: Passthrough;
  subscriber: object;
  /** The events that a digest collected before: `{digest, events, total_count}`; of a provider with `takesSource` alone. */
  step?: object;
}

/** A message with a sender: override, else the integration's credential, else Belfry's own address. */
export type WithSender<Message> = Message & { from: string };

export interface SendResult {
  /** The vendor's id, exactly as its delivery webhooks will carry it. */
  id?: string;
  /** ISO-8601 UTC. */
  date?: string;
  /** Sent, but not to everybody: a sentence for the execution detail. */
  warning?: string;
  /** Recipients that may get it later, when it is sent with them as its `remaining`; the warning names them, too. */
  later?: { addresses: readonly string[]; response: string; retryAfterSeconds?: number | undefined };
}
