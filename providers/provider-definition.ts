import type { z } from "zod";
import type { CredentialsSchema } from "./credentials.ts";
import type { SendResult } from "./messages.ts";
import type { Refusals, Vendor } from "./refusals.ts";
import type { ReportDefinition } from "./reports/delivery-reports.ts";
import type { ReceiptDefinition } from "./reports/receipts.ts";
import type { VendorFields } from "./reports/vendor-fields.ts";
import type { VendorListDefinition } from "./reports/vendor-list.ts";
import type { ReservedKeys } from "./reserved-keys.ts";
import type { CallContext, SendContext, SessionTools } from "./send-context.ts";
import type { OauthDefinition } from "./subscriber-oauth.ts";

/** The limit that a vendor documents for every account, unless it agrees on another one. */
export interface Pace {
  /** Messages. May be less than one. */
  perSecond?: number;
  /** Messages at once, after a pause. */
  burst?: number;
  /** Requests under way. */
  concurrent?: number;
  /** The vendor's page that says so. */
  source: `https://${string}`;
}

/** Declares what others read of a vendor as its file says it. */
export interface VendorFacts {
  readonly id: string;
  readonly name: string;
  /** The names of the vendor's fields, where they are not in camel case. */
  readonly fields?: VendorFields | undefined;
  /** Meanings of the vendor's codes, wherever it documents any. A refusal with any other is told in the vendor's own words. */
  readonly refusals?: Refusals | undefined;
  /** Why there are no `refusals`: what the vendor answers instead of codes. */
  readonly uncoded?: string | undefined;
  /** Milliseconds that a send may take, where those of `SEND_LIMITS` are not enough. */
  readonly timeoutMs?: number | undefined;
  /** The limit on sending that the vendor documents for every account; none where it depends on plan, number or agreement. */
  readonly pace?: Pace | undefined;
  /**
   * The adapter hands on what a message was made of: the template and payload of an email (`payloadDetails`), the digest of a push message
   * (`step`). Messages of other providers do not carry it, as it may be large.
   */
  readonly takesSource?: true | undefined;
  /** Its vendor refuses tokens in the same words where the integration is set up for another app: ProviderError's isOfSetUpPerhaps. */
  readonly doubtsTokens?: true | undefined;
  /** Reports and receipts of its vendor may say that the integration is set up wrongly: their `problem`. */
  readonly refusesLater?: true | undefined;
  /** Its recipients may have names, as in `Ann <ann@example.org>`, and replies several addresses. Others get addresses alone, and the first one for replies. */
  readonly takesMailboxes?: true | undefined;
  /** Its mails arrive with the Message-ID that they are given here: they go out over SMTP. */
  readonly keepsMessageId?: true | undefined;
}

/** The data of a provider's file. */
export interface Description<S extends CredentialsSchema> extends VendorFacts {
  /** The vendor's page on the credentials, or on sending where it has none about them; none where there is no vendor. */
  docs?: `https://${string}`;
  /** File name, where it is not `<id>.svg` for light and dark alike. */
  logo?: string | { light: string; dark: string };
  beta?: true;
  /**
   * The vendor's own hosts: `api.vendor.com`, or `*.vendor.com` for all below it. Requests to any other host, which a
   * credential or a subscriber names, are refused in private networks.
   */
  hosts?: readonly string[];
  /** Returns the code of an answer, where the vendor puts it into a header or a sentence instead of a field. */
  codeIn?: Vendor["codeIn"];
  /** The adapter merges a message's `passthrough` itself. For others it is merged into their requests when they send. */
  mergesPassthrough?: true;
  credentials: S;
  /** Reads the reports of the vendor about messages that it has taken. */
  reports?: ReportDefinition<z.output<S>>;
  /** Asks the vendor later about messages that it has taken. */
  receipts?: ReceiptDefinition<z.output<S>>;
  /** Takes addresses off the list that the vendor keeps of those to which it sends nothing. */
  list?: VendorListDefinition<z.output<S>>;
  /** Connects the channels of subscribers. */
  oauth?: OauthDefinition;
}

/** A provider that keeps nothing between sends. */
interface Stateless<Message, Credentials> {
  send(message: Message, credentials: Credentials, context: SendContext): Promise<SendResult>;
  check?(credentials: Credentials, context: CallContext): Promise<void>;
  open?: never;
}
/** A provider that keeps something between sends: a token, a signing key, connections of its own. */
interface Stateful<Message, Credentials> {
  /** `tools.http` lives as long as the session; that of a send's context ends with the send. */
  open(credentials: Credentials, tools: SessionTools): OpenedSession<Message> | Promise<OpenedSession<Message>>;
  send?: never;
  check?: never;
}
export interface OpenedSession<Message> {
  send(message: Message, context: SendContext): Promise<SendResult>;
  check?(context: CallContext): Promise<void>;
  close?(): void | Promise<void>;
}
export type Definition<S extends CredentialsSchema, Message> = Description<S> & {
  /** Keys for which the vendor refuses a message; they are left out, and named in its details. */
  reserved?: ReservedKeys<Message>;
} & (Stateless<Message, z.output<S>> | Stateful<Message, z.output<S>>);
