import type { z } from "zod";
import type { Channel } from "#contract/constants/channels.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import {
  type CredentialsSchema,
  credentialFields,
  parseCredentials,
  type StoredCredentials,
  secretValues,
} from "./credentials.ts";
import { withAsciiDomains } from "./http/ascii-domains.ts";
import type { HttpClient, VendorAnswer } from "./http/http.ts";
import { untilAborted } from "./http/until-aborted.ts";
import { withListUnsubscribe } from "./list-unsubscribe.ts";
import type { ChatMessage, EmailMessage, PushMessage, SendResult, SmsMessage, WithSender } from "./messages.ts";
import { phoneNumberOf } from "./phone-number.ts";
import { ProviderError, quotedWithout, withoutSecrets } from "./provider-error.ts";
import type { Refusals, Vendor } from "./refusals.ts";
import { type ReadReports, type ReportDefinition, readReportsBy } from "./reports/delivery-reports.ts";
import type { Receipt, ReceiptDefinition, ReceiptTimes } from "./reports/receipts.ts";
import type { VendorFields } from "./reports/vendor-fields.ts";
import { MAIL_HEADERS, MESSAGE_ID_HEADER, REPLY_HEADER, type ReservedKeys, withoutReserved } from "./reserved-keys.ts";
import type { CallContext, CallOptions, SendContext, SendOptions, SessionTools } from "./send-context.ts";
import { type OauthDefinition, type SubscriberOauth, subscriberOauth } from "./subscriber-oauth.ts";

/** Belfry's address where neither override nor integration names one. */
export const NO_REPLY = "no-reply@belfry.local";

/**
 * An integration that is ready to send: its credentials are parsed, and tokens, keys and connections are kept between
 * sends. `send` and `check` throw ProviderError, or the signal's reason once that has fired.
 */
export interface Session<Message> {
  send(message: Message, options: SendOptions): Promise<SendResult>;
  /** Tries the credentials without sending a message; does nothing where the vendor has no way to do so. */
  check(options?: CallOptions): Promise<void>;
  /** Asks the vendor what became of messages that it has taken; answers nothing where it cannot be asked. */
  askReceipts(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, Receipt>>;
  /** Ends what the session keeps. Call it when no send is under way. */
  close(): Promise<void>;
}

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

interface Provider<C extends Channel> {
  readonly id: string;
  readonly name: string;
  readonly channel: C;
  readonly credentials: CredentialsSchema;
  readonly catalogueEntry: CatalogueEntry;
  /** The names of the vendor's fields, where they are not in camel case. */
  readonly fields?: VendorFields;
  /** Meanings of the vendor's codes. */
  readonly refusals?: Refusals;
  /** Why there are none. */
  readonly uncoded?: string;
  /** Reads what the vendor reports about its messages; absent where it reports nothing that Belfry reads. */
  readonly readReports?: ReadReports;
  /** When the vendor is asked what became of its messages; absent where it cannot be asked. */
  readonly receipts?: ReceiptTimes;
  /** Milliseconds that a send may take, where the usual 30 seconds are not enough. */
  readonly timeoutMs?: number;
  /** Absent where the vendor documents no limit that holds for every account. */
  readonly pace?: Pace;
  /** Connects the channels of subscribers; absent where their addresses are only stored by the API. */
  readonly oauth?: SubscriberOauth;
  /** Its messages carry what they were made of: `payloadDetails` of an email, `step` of a push message. */
  readonly takesSource?: true;
  /** Its vendor refuses tokens in the same words where the integration is set up for another app. */
  readonly doubtsTokens?: true;
  /** Its vendor may say after it has taken a message that the integration is set up wrongly. */
  readonly refusesLater?: true;
  /** Its recipients may have names, and replies several addresses. Others get addresses alone, and the first one for replies. */
  readonly takesMailboxes?: true;
  /** Its mails arrive with the Message-ID that they are given here. */
  readonly keepsMessageId?: true;
}
/** Opens a session. Throws ProviderError, of class CREDENTIAL where the credentials are not usable. */
type Open<Message> = (stored: StoredCredentials, tools: SessionTools<HttpClient>) => Promise<Session<Message>>;

export interface EmailProvider extends Provider<"email"> {
  readonly open: Open<EmailMessage>;
  /** Why its mails do not name Belfry's address for unsubscribing; absent where they do. */
  readonly withoutListUnsubscribe?: string;
}
export interface SmsProvider extends Provider<"sms"> {
  readonly open: Open<SmsMessage>;
}
/** Characters of values in a message that the vendor reads as more than text, and how it writes them as text. */
export type ValueEscapes = Readonly<Partial<Record<"&" | "<" | "<!" | ">" | "@" | "{", string>>>;

export interface ChatProvider extends Provider<"chat"> {
  /** Keeps what a payload says from calling people; absent where it cannot. */
  readonly escapes?: ValueEscapes;
  readonly open: Open<ChatMessage>;
}
export interface PushProvider extends Provider<"push"> {
  readonly open: Open<PushMessage>;
}
/** The inbox itself: Belfry stores the message, nothing is sent anywhere. */
export type InAppProvider = Provider<"in_app">;
export type AnyProvider = EmailProvider | SmsProvider | ChatProvider | PushProvider | InAppProvider;

/** The data of a provider's file. */
interface Description<S extends CredentialsSchema> {
  id: string;
  name: string;
  docs: string;
  /** File name, where it is not `<id>.svg` for light and dark alike. */
  logo?: string | { light: string; dark: string };
  beta?: true;
  /**
   * The vendor's own hosts: `api.vendor.com`, or `*.vendor.com` for all below it. Requests to any other host, which a
   * credential or a subscriber names, are refused in private networks.
   */
  hosts?: readonly string[];
  /** The names of the vendor's fields, where they are not in camel case. */
  fields?: VendorFields;
  /** Meanings of the vendor's codes, wherever it documents any. A refusal with any other is told in the vendor's own words. */
  refusals?: Refusals;
  /** Returns the code of an answer, where the vendor puts it into a header or a sentence instead of a field. */
  codeIn?: Vendor["codeIn"];
  /** Why there are no `refusals`: what the vendor answers instead of codes. */
  uncoded?: string;
  /** The adapter merges a message's `passthrough` itself. For others it is merged into their requests when they send. */
  mergesPassthrough?: true;
  /**
   * The adapter hands on what a message was made of: the template and payload of an email, the digest of a push message.
   * Messages of other providers do not carry it, as it may be large.
   */
  takesSource?: true;
  /** Its vendor refuses tokens in the same words where the integration is set up for another app: ProviderError's isOfSetUpPerhaps. */
  doubtsTokens?: true;
  /** Reports and receipts of its vendor may say that the integration is set up wrongly: their `problem`. */
  refusesLater?: true;
  /** Takes recipients with names, as in `Ann <ann@example.org>`, and several addresses for replies. */
  takesMailboxes?: true;
  /** Its mails arrive with the Message-ID that they are given here: they go out over SMTP. */
  keepsMessageId?: true;
  credentials: S;
  /** Reads the reports of the vendor about messages that it has taken. */
  reports?: ReportDefinition<z.output<S>>;
  /** Asks the vendor later about messages that it has taken. */
  receipts?: ReceiptDefinition<z.output<S>>;
  /** Milliseconds that a send may take, where the usual 30 seconds are not enough. */
  timeoutMs?: number;
  /** The limit on sending that the vendor documents for every account; none where it depends on plan, number or agreement. */
  pace?: Pace;
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
interface OpenedSession<Message> {
  send(message: Message, context: SendContext): Promise<SendResult>;
  check?(context: CallContext): Promise<void>;
  close?(): void | Promise<void>;
}
type Definition<S extends CredentialsSchema, Message> = Description<S> & {
  /** Keys for which the vendor refuses a message; they are left out, and named in its details. */
  reserved?: ReservedKeys<Message>;
} & (Stateless<Message, z.output<S>> | Stateful<Message, z.output<S>>);

type EmailDefinition<S extends CredentialsSchema> = Definition<S, WithSender<EmailMessage>> & {
  /** Why its mails get no headers for unsubscribing, where the vendor sets its own, or takes none. */
  withoutListUnsubscribe?: string;
};

export function emailProvider<S extends CredentialsSchema>(definition: EmailDefinition<S>): EmailProvider {
  const { withoutListUnsubscribe } = definition;
  return {
    ...describe(definition, "email"),
    ...(withoutListUnsubscribe !== undefined && { withoutListUnsubscribe }),
    open: (stored, tools) =>
      openSession<S, EmailMessage, WithSender<EmailMessage>>(
        withMailHeaders(definition),
        stored,
        tools,
        (message, credentials) => {
          const mail = {
            from: NO_REPLY,
            ...senderOf(credentials),
            ...message,
            ...(message.unsubscribeUrl !== undefined &&
              withoutListUnsubscribe === undefined && { headers: withListUnsubscribe(message) }),
          };
          // Whoever sends a mail by a program of their own gets its addresses as they are.
          return definition.takesSource ? mail : withAsciiDomains(mail);
        },
      ),
  };
}

/** Adds the headers that no mail may have twice, whichever vendor sends it. */
const withMailHeaders = <S extends CredentialsSchema>(definition: EmailDefinition<S>): EmailDefinition<S> => ({
  ...definition,
  reserved: (mail) => [
    MAIL_HEADERS,
    ...(mail.replyTo === undefined ? [] : [REPLY_HEADER]),
    ...(definition.keepsMessageId ? [MESSAGE_ID_HEADER] : []),
    ...(definition.reserved?.(mail) ?? []),
  ],
});

export function smsProvider<S extends CredentialsSchema>(definition: Definition<S, SmsMessage>): SmsProvider {
  return {
    ...describe(definition, "sms"),
    open: (stored, tools) =>
      openSession<S, SmsMessage, SmsMessage>(definition, stored, tools, (message, credentials) => ({
        ...senderOf(credentials),
        ...message,
        to: phoneNumberOf(message.to),
      })),
  };
}

type ChatDefinition<S extends CredentialsSchema> = Definition<S, ChatMessage> & {
  /** By which text of a payload calls people, unless it is escaped. `<!` is a `<` that may begin a mention, `@` one where a word begins, `{` one that a message begins with. */
  escapes?: ValueEscapes;
};

export function chatProvider<S extends CredentialsSchema>(definition: ChatDefinition<S>): ChatProvider {
  const { escapes } = definition;
  return {
    ...describe(definition, "chat"),
    ...(escapes && { escapes }),
    open: (stored, tools) =>
      openSession<S, ChatMessage, ChatMessage>(
        definition,
        stored,
        tools,
        (message) => message,
        ({ webhookUrl }) => (webhookUrl === "" ? [] : [webhookUrl]),
      ),
  };
}

export function pushProvider<S extends CredentialsSchema>(definition: Definition<S, PushMessage>): PushProvider {
  return {
    ...describe(definition, "push"),
    open: (stored, tools) => openSession<S, PushMessage, PushMessage>(definition, stored, tools, (message) => message),
  };
}

export function inAppProvider<S extends CredentialsSchema>(definition: Description<S>): InAppProvider {
  return describe(definition, "in_app");
}

function describe<S extends CredentialsSchema, C extends Channel>(definition: Description<S>, channel: C): Provider<C> {
  const { id, name, docs, beta, credentials, fields, reports, receipts, pace, oauth, takesSource, takesMailboxes } =
    definition;
  const { hosts = [], logo = `${id}.svg` } = definition;
  return {
    id,
    name,
    channel,
    credentials,
    ...(fields && { fields }),
    ...(definition.refusals && { refusals: definition.refusals }),
    ...(definition.uncoded !== undefined && { uncoded: definition.uncoded }),
    ...(reports && { readReports: readReportsBy(reports, { name, hosts, credentials }) }),
    ...(receipts && { receipts }),
    ...(definition.timeoutMs !== undefined && { timeoutMs: definition.timeoutMs }),
    ...(pace && { pace }),
    ...(oauth && { oauth: subscriberOauth(oauth) }),
    ...(takesSource && { takesSource }),
    ...(takesMailboxes && { takesMailboxes }),
    ...(definition.doubtsTokens && { doubtsTokens: definition.doubtsTokens }),
    ...(definition.refusesLater && { refusesLater: definition.refusesLater }),
    ...(definition.keepsMessageId && { keepsMessageId: definition.keepsMessageId }),
    catalogueEntry: {
      id,
      displayName: name,
      channel,
      credentials: credentialFields(credentials),
      docReference: withCampaign(docs),
      logoFileName: typeof logo === "string" ? { light: logo, dark: logo } : logo,
      ...(beta && { betaVersion: true }),
    },
  };
}

/** Opens a session on credentials that were parsed first, and lets no error out that names a secret. */
async function openSession<S extends CredentialsSchema, Message, Complete extends object>(
  definition: Definition<S, Complete>,
  stored: StoredCredentials,
  { http: anyHttp, ...otherTools }: SessionTools<HttpClient>,
  complete: (message: Message, credentials: z.output<S>) => Complete,
  secretsIn: (message: Message) => readonly string[] = () => [],
): Promise<Session<Message>> {
  const parsed = parseCredentials(definition, stored);
  if (!parsed.ok) {
    const remedies = parsed.problems.map(({ remedy }) => remedy).join("; ");
    throw new ProviderError("CREDENTIAL", `The ${definition.name} integration is not set up: ${remedies}`);
  }
  const { credentials } = parsed;
  const secrets = secretValues(definition.credentials, stored);
  const tools: SessionTools = {
    ...otherTools,
    http: anyHttp.withVendorHosts(definition.hosts ?? []).withVendor(definition),
  };
  const opened = await opening(definition, credentials, tools).catch((error: unknown) => {
    throw withoutSecrets(openingError(error, definition.name), secrets);
  });

  /** Runs one call, which ends at the latest when its signal fires. */
  const run = async <T, O extends CallOptions>(
    options: O,
    work: (context: SessionTools & O) => Promise<T>,
    more: readonly string[] = [],
  ) => {
    const { signal } = options;
    try {
      signal?.throwIfAborted();
      const context = { ...tools, ...options, ...(signal && { http: tools.http.withSignal(signal) }) };
      return await untilAborted(signal, work(context));
    } catch (error) {
      // Given up by the caller: that says nothing about provider or message.
      if (signal?.aborted) throw signal.reason;
      throw withoutSecrets(error, [...secrets, ...more]);
    }
  };
  return {
    send: (message, { passthrough, onAllowance, answered, ...options }) => {
      const ofMessage = secretsIn(message);
      const quoted =
        answered &&
        (({ status, text }: VendorAnswer) =>
          answered({ status, text: quotedWithout(text, [...secrets, ...ofMessage]) }));
      return run(
        { ...options, ...(quoted && { answered: quoted }) },
        async ({ http: anyHttp, ...context }) => {
          const plain = quoted ? anyHttp.withAnswers(quoted) : anyHttp;
          const http = onAllowance ? plain.withAllowance(onAllowance) : plain;
          const completed = complete(message, credentials);
          const { message: given, left } = withoutReserved(completed, definition.reserved?.(completed) ?? []);
          const sent = await opened.send(given, {
            ...context,
            http: passthrough && !definition.mergesPassthrough ? http.withPassthrough(passthrough) : http,
          });
          return left.length === 0 ? sent : { ...sent, warning: reservedWarning(definition.name, left, sent.warning) };
        },
        ofMessage,
      );
    },
    check: async (options = {}) => run(options, async (context) => opened.check?.(context)),
    askReceipts: async (ids, options = {}) =>
      run(options, async (context) => (await definition.receipts?.ask(ids, credentials, context)) ?? new Map()),
    close: async () => opened.close?.(),
  };
}

/** Says what was left out: values may be secret, names are not. */
function reservedWarning(name: string, left: readonly string[], other?: string): string {
  const warning = `${name} keeps these names for itself, so they were left out: ${left.join(", ")}`;
  return other === undefined ? warning : `${other}. ${warning}`;
}

async function opening<S extends CredentialsSchema, Message>(
  definition: Definition<S, Message>,
  credentials: z.output<S>,
  tools: SessionTools,
): Promise<OpenedSession<Message>> {
  if (definition.open) return definition.open(credentials, tools);
  return {
    send: (message, context) => definition.send(message, credentials, context),
    check: async (context) => definition.check?.(credentials, context),
  };
}

/** A session that cannot be opened has unusable credentials, for example a key that is none, unless the adapter says more. */
function openingError(error: unknown, name: string): ProviderError {
  if (error instanceof ProviderError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderError("CREDENTIAL", `The ${name} integration cannot be opened: ${reason}`);
}

/** The sender an integration is set up with, under the names every email and sms catalogue entry uses. */
function senderOf(credentials: Readonly<Record<string, unknown>>): { from?: string; senderName?: string } {
  const { from, senderName } = credentials;
  return {
    ...(typeof from === "string" && { from }),
    ...(typeof senderName === "string" && { senderName }),
  };
}

/** Adds the campaign parameter that documentation links of the catalogue carry. */
function withCampaign(docs: string): string {
  const url = new URL(docs);
  // Added as text, so that a parameter without a value stays as it is.
  url.search += `${url.search ? "&" : "?"}utm_campaign=in-app`;
  return url.href;
}
