import type { Channel } from "#contract/constants/channels.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { type CredentialsSchema, credentialFields } from "./credentials.ts";
import { withAsciiDomains } from "./http/ascii-domains.ts";
import type { HttpClient } from "./http/http.ts";
import { withListUnsubscribe } from "./list-unsubscribe.ts";
import type { ChatMessage, EmailMessage, PushMessage, SmsMessage, WithSender } from "./messages.ts";
import { phoneNumberOf } from "./phone-number.ts";
import type { Definition, Description, VendorFacts } from "./provider-definition.ts";
import { type ReadReports, type ReportDefinition, readReportsBy } from "./reports/delivery-reports.ts";
import type { ReceiptTimes } from "./reports/receipts.ts";
import type { VendorList } from "./reports/vendor-list.ts";
import { MAIL_HEADERS, MESSAGE_ID_HEADER, REPLY_HEADER } from "./reserved-keys.ts";
import type { SessionTools } from "./send-context.ts";
import { openSession, type Session } from "./session.ts";
import type { StoredCredentials } from "./stored-credentials.ts";
import { type SubscriberOauth, subscriberOauth } from "./subscriber-oauth.ts";

/** Belfry's address where neither override nor integration names one. */
export const NO_REPLY = "no-reply@belfry.local";

interface Provider<C extends Channel> extends VendorFacts {
  readonly channel: C;
  readonly credentials: CredentialsSchema;
  readonly catalogueEntry: CatalogueEntry;
  /** Reads what the vendor reports about its messages; absent where it reports nothing that Belfry reads. */
  readonly readReports?: ReadReports;
  /** When the vendor is asked what became of its messages; absent where it cannot be asked. */
  readonly receipts?: ReceiptTimes;
  /** The list that the vendor keeps of addresses to which it sends nothing; absent where none can be lifted there. */
  readonly list?: VendorList;
  /** Connects the channels of subscribers; absent where their addresses are only stored by the API. */
  readonly oauth?: SubscriberOauth;
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
  const {
    id,
    name,
    docs,
    beta,
    credentials,
    hosts = [],
    logo = `${id}.svg`,
    reports,
    receipts,
    list,
    oauth,
  } = definition;
  return {
    id,
    name,
    channel,
    credentials,
    fields: definition.fields,
    refusals: definition.refusals,
    uncoded: definition.uncoded,
    timeoutMs: definition.timeoutMs,
    pace: definition.pace,
    takesSource: definition.takesSource,
    doubtsTokens: definition.doubtsTokens,
    refusesLater: definition.refusesLater,
    takesMailboxes: definition.takesMailboxes,
    keepsMessageId: definition.keepsMessageId,
    ...(reports && { readReports: readReportsBy(reports, { name, hosts, credentials }) }),
    ...(receipts && { receipts }),
    ...(list && { list }),
    ...(oauth && { oauth: subscriberOauth(oauth) }),
    catalogueEntry: {
      id,
      displayName: name,
      channel,
      credentials: credentialFields(credentials),
      ...(docs && { docReference: docs }),
      ...(reports && { reports: reportSetUpOf(reports) }),
      ...(list && { lifts: [...list.kinds] }),
      logoFileName: typeof logo === "string" ? { light: logo, dark: logo } : logo,
      ...(beta && { betaVersion: true }),
    },
  };
}

function reportSetUpOf({ setUp }: Pick<ReportDefinition<never>, "setUp">): CatalogueEntry["reports"] {
  if (setUp === "message") return { steps: [] };
  const { steps, source } = setUp;
  return { steps: [...steps], ...(source && { docReference: source }) };
}

/** The sender an integration is set up with, under the names every email and sms catalogue entry uses. */
function senderOf(credentials: Readonly<Record<string, unknown>>): { from?: string; senderName?: string } {
  const { from, senderName } = credentials;
  return {
    ...(typeof from === "string" && { from }),
    ...(typeof senderName === "string" && { senderName }),
  };
}
