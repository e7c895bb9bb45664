import type { Channel } from "#contract/constants/channels.ts";
import type { CatalogueEntry } from "#contract/providers.ts";
import { discord } from "./chat/discord.ts";
import { slack } from "./chat/slack.ts";
import { isSecretPath } from "./credentials.ts";
import { belfryEmail } from "./email/belfry-email.ts";
import { nodemailer } from "./email/nodemailer.ts";
import { sendgrid } from "./email/sendgrid.ts";
import { belfry } from "./in-app/belfry.ts";
import { type LogoTheme, logoOf } from "./logo.ts";
import type { AnyProvider } from "./provider.ts";
import { expo } from "./push/expo.ts";
import { pushWebhook } from "./push/push-webhook.ts";
import { belfrySms } from "./sms/belfry-sms.ts";
import { twilio } from "./sms/twilio.ts";

/** Every provider, in the order the integration store shows them. */
export const providers: readonly AnyProvider[] = [
  belfry,
  belfryEmail,
  sendgrid,
  nodemailer,
  belfrySms,
  twilio,
  slack,
  discord,
  expo,
  pushWebhook,
];

type ProviderOf<C extends Channel> = Extract<AnyProvider, { channel: C }>;

/** The provider of that id and channel; ids are unique within a channel only. */
export function findProvider<C extends Channel>(channel: C, id: string): ProviderOf<C> | undefined {
  return providers.find((provider): provider is ProviderOf<C> => provider.channel === channel && provider.id === id);
}

export function catalogue(): CatalogueEntry[] {
  return providers.map(({ catalogueEntry }) => catalogueEntry);
}

/** The mark of the provider whose catalogue entry names this file; undefined when none does. */
export function findLogo(theme: LogoTheme, file: string): string | undefined {
  const owner = catalogue().find(({ logoFileName }) => logoFileName[theme] === file);
  return owner && logoOf(owner.displayName, theme);
}

/** Says which credentials of an integration are secret, by their path; all of them when its provider is gone. */
export function secretsOf(channel: Channel, providerId: string): (path: readonly string[]) => boolean {
  const provider = findProvider(channel, providerId);
  return (path) => !provider || isSecretPath(provider.credentials, path);
}
