import type { Http, OnAllowance, VendorAnswer } from "./http/http.ts";
import type { Passthrough } from "./passthrough.ts";

/** Stores the messages of Belfry's demo providers, which have no vendor. */
export interface Outbox {
  deliver(message: OutboxDelivery): Promise<{ id: string; date: string }>;
}
export interface OutboxDelivery {
  channel: "email" | "sms";
  messageId: string;
  to: readonly string[];
  from: string;
  subject?: string;
  html?: string;
  text?: string;
  content?: string;
}

/** Tools of a session for as long as it is open. */
export interface SessionTools<H extends Http = Http> {
  http: H;
  /** Whether customers may point an integration into a private network: development and tests. */
  allowPrivateHosts: boolean;
  /** The name by which the installation introduces itself to mail servers; undefined where it has none. */
  installation?: string | undefined;
}
/** Belongs to one call of a session. */
export interface CallOptions {
  signal?: AbortSignal;
}
export interface SendOptions extends CallOptions {
  outbox: Outbox;
  /** Additions to the adapter's requests. */
  passthrough?: Passthrough | undefined;
  /** When the first attempt to send the message over the integration began: every attempt is given the same moment. */
  firstSentAt?: Date | undefined;
  /** Called with what each answer of the vendor to the send says of its limits. Adapters need not know of it. */
  onAllowance?: OnAllowance | undefined;
  /** Address at which the vendor is to report what becomes of the message; undefined where it could not reach Belfry. */
  reportUrl?: string | undefined;
  /** Called with each answer by which the vendor took a part of the message; no secret is in it. */
  answered?: ((answer: VendorAnswer) => void) | undefined;
}

/** One call of a provider: the tools, of which `http` ends with the signal, and what belongs to this call alone. */
export type CallContext = SessionTools & CallOptions;
export type SendContext = SessionTools & SendOptions;
