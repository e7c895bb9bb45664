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
import type { Http } from "./http.ts";
import type { EmailMessage, FromSomebody, SendResult, SmsMessage } from "./messages.ts";
import { ProviderError, withoutSecrets } from "./provider-error.ts";

/** Belfry's address where neither override nor integration names one: providers-email-push.md 1.1. */
export const NO_REPLY = "no-reply@belfry.local";

/** What Belfry's demo providers deliver to instead of a vendor; kept by whoever runs the send. */
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

/** What a provider may use besides message and credentials. */
export interface SendContext {
  http: Http;
  outbox: Outbox;
  /** Whether customers may point an integration into a private network: development and tests. */
  allowPrivateHosts: boolean;
  signal?: AbortSignal;
}

interface Provider<C extends Channel> {
  readonly id: string;
  readonly name: string;
  readonly channel: C;
  readonly credentials: CredentialsSchema;
  readonly catalogueEntry: CatalogueEntry;
}

/** Sends one message. Throws ProviderError, or the signal's reason once that has fired. */
type Send<Message> = (message: Message, stored: StoredCredentials, context: SendContext) => Promise<SendResult>;

export interface EmailProvider extends Provider<"email"> {
  readonly send: Send<EmailMessage>;
  /** Tries the credentials without sending a mail; throws ProviderError. Absent where there is nothing to try. */
  readonly check?: (stored: StoredCredentials, context: SendContext) => Promise<void>;
}
export interface SmsProvider extends Provider<"sms"> {
  readonly send: Send<SmsMessage>;
}
/** The inbox itself: Belfry stores the message, nothing is sent anywhere. */
export type InAppProvider = Provider<"in_app">;
export type AnyProvider = EmailProvider | SmsProvider | InAppProvider;

/** What a provider's file states about it. */
interface Description<S extends CredentialsSchema> {
  id: string;
  name: string;
  docs: string;
  /** File name, where it is not `<id>.svg` for light and dark alike. */
  logo?: string | { light: string; dark: string };
  beta?: true;
  credentials: S;
}
interface EmailDefinition<S extends CredentialsSchema> extends Description<S> {
  send(message: FromSomebody<EmailMessage>, credentials: z.output<S>, context: SendContext): Promise<SendResult>;
  check?(credentials: z.output<S>, context: SendContext): Promise<void>;
}
interface SmsDefinition<S extends CredentialsSchema> extends Description<S> {
  send(message: SmsMessage, credentials: z.output<S>, context: SendContext): Promise<SendResult>;
}

export function emailProvider<S extends CredentialsSchema>(definition: EmailDefinition<S>): EmailProvider {
  const { check } = definition;
  return {
    ...describe(definition, "email"),
    send: (message, stored, context) =>
      attempt(definition, stored, context, (credentials, bound) =>
        definition.send({ from: NO_REPLY, ...senderOf(credentials), ...message }, credentials, bound),
      ),
    ...(check && {
      check: (stored, context) =>
        attempt(definition, stored, context, (credentials, bound) => check(credentials, bound)),
    }),
  };
}

export function smsProvider<S extends CredentialsSchema>(definition: SmsDefinition<S>): SmsProvider {
  return {
    ...describe(definition, "sms"),
    send: (message, stored, context) =>
      attempt(definition, stored, context, (credentials, bound) =>
        definition.send({ ...senderOf(credentials), ...message }, credentials, bound),
      ),
  };
}

export function inAppProvider<S extends CredentialsSchema>(definition: Description<S>): InAppProvider {
  return describe(definition, "in_app");
}

function describe<S extends CredentialsSchema, C extends Channel>(definition: Description<S>, channel: C): Provider<C> {
  const { id, name, docs, beta, credentials, logo = `${id}.svg` } = definition;
  return {
    id,
    name,
    channel,
    credentials,
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

/** Runs a vendor call on credentials that were proved first, and lets nothing out that names a secret. */
async function attempt<S extends CredentialsSchema, T>(
  definition: Description<S>,
  stored: StoredCredentials,
  context: SendContext,
  work: (credentials: z.output<S>, context: SendContext) => Promise<T>,
): Promise<T> {
  const parsed = parseCredentials(definition, stored);
  if (!parsed.ok) {
    const remedies = parsed.problems.map(({ remedy }) => remedy).join("; ");
    throw new ProviderError("CREDENTIAL", `The ${definition.name} integration is not set up: ${remedies}`);
  }
  try {
    const { signal, http } = context;
    signal?.throwIfAborted();
    return await work(parsed.credentials, signal ? { ...context, http: http.withSignal(signal) } : context);
  } catch (error) {
    // Given up by the caller: that says nothing about provider or message.
    if (context.signal?.aborted) throw context.signal.reason;
    throw withoutSecrets(error, secretValues(definition.credentials, stored));
  }
}

/** The sender an integration is set up with, under the names every email and sms catalogue entry uses. */
function senderOf(credentials: Readonly<Record<string, unknown>>): { from?: string; senderName?: string } {
  const { from, senderName } = credentials;
  return {
    ...(typeof from === "string" && { from }),
    ...(typeof senderName === "string" && { senderName }),
  };
}

/** Documentation links carry a campaign parameter: product.md section 3, "Provider catalogue". */
function withCampaign(docs: string): string {
  const url = new URL(docs);
  url.searchParams.set("utm_campaign", "in-app");
  return url.href;
}
