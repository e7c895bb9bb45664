/** A file that travels with a mail; `cid` with disposition `inline` makes it an image inside the html. */
export interface Attachment {
  file: Buffer;
  mime: string;
  name?: string;
  cid?: string;
  disposition?: "attachment" | "inline";
}

/**
 * A mail as a run hands it over, rendered: providers-email-push.md 1.1. `from` and `senderName` are set only where an
 * override or template names them; the integration's own are filled in otherwise.
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
  replyTo?: string;
  attachments?: readonly Attachment[];
  headers?: Readonly<Record<string, string>>;
  customData?: Readonly<Record<string, unknown>>;
  ipPoolName?: string;
  notificationDetails?: { transactionId: string; workflowIdentifier: string; subscriberId: string };
  /** The source of the rendered mail, for providers that render themselves. */
  payloadDetails?: Readonly<Record<string, unknown>>;
}

/** A text message as a run hands it over, rendered: providers-sms-chat.md 1.1. */
export interface SmsMessage {
  /** Belfry's message id, the same on every attempt. */
  id: string;
  to: string;
  from?: string;
  content: string;
  customData?: Readonly<Record<string, unknown>>;
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
}
