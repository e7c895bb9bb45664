import type { Channel } from "#contract/constants/channels.ts";
import { kindsOf, type SuppressionKind, type SuppressionReason } from "#contract/constants/suppressions.ts";
import type { CatalogueEntry, LogoTheme } from "#contract/providers.ts";
import { discord } from "./chat/discord.ts";
import { getstream } from "./chat/getstream.ts";
import { grafanaOnCall } from "./chat/grafana-on-call.ts";
import { mattermost } from "./chat/mattermost.ts";
import { msteams } from "./chat/msteams.ts";
import { rocketChat } from "./chat/rocket-chat.ts";
import { ryver } from "./chat/ryver.ts";
import { slack } from "./chat/slack.ts";
import { whatsappBusiness } from "./chat/whatsapp-business.ts";
import { zulip } from "./chat/zulip.ts";
import { belfryEmail } from "./email/belfry-email.ts";
import { braze } from "./email/braze.ts";
import { emailWebhook } from "./email/email-webhook.ts";
import { emailjs } from "./email/emailjs.ts";
import { infobipEmail } from "./email/infobip-email.ts";
import { mailersend } from "./email/mailersend.ts";
import { mailgun } from "./email/mailgun.ts";
import { mailjet } from "./email/mailjet.ts";
import { mailtrap } from "./email/mailtrap.ts";
import { mandrill } from "./email/mandrill.ts";
import { netcore } from "./email/netcore.ts";
import { nodemailer } from "./email/nodemailer.ts";
import { outlook365 } from "./email/outlook365.ts";
import { plunk } from "./email/plunk.ts";
import { postmark } from "./email/postmark.ts";
import { resend } from "./email/resend.ts";
import { sendgrid } from "./email/sendgrid.ts";
import { sendinblue } from "./email/sendinblue.ts";
import { ses } from "./email/ses.ts";
import { sparkpost } from "./email/sparkpost.ts";
import { belfry } from "./in-app/belfry.ts";
import { logoOf } from "./logo.ts";
import type { AnyProvider } from "./provider.ts";
import { apns } from "./push/apns.ts";
import { expo } from "./push/expo.ts";
import { fcm } from "./push/fcm.ts";
import { oneSignal } from "./push/one-signal.ts";
import { pushWebhook } from "./push/push-webhook.ts";
import { pusherBeams } from "./push/pusher-beams.ts";
import { pushpad } from "./push/pushpad.ts";
import { africasTalking } from "./sms/africas-talking.ts";
import { azureSms } from "./sms/azure-sms.ts";
import { bandwidth } from "./sms/bandwidth.ts";
import { belfrySms } from "./sms/belfry-sms.ts";
import { brevoSms } from "./sms/brevo-sms.ts";
import { bulkSms } from "./sms/bulk-sms.ts";
import { burstSms } from "./sms/burst-sms.ts";
import { clickatell } from "./sms/clickatell.ts";
import { clicksend } from "./sms/clicksend.ts";
import { eazySms } from "./sms/eazy-sms.ts";
import { firetext } from "./sms/firetext.ts";
import { fortySixElks } from "./sms/forty-six-elks.ts";
import { genericSms } from "./sms/generic-sms.ts";
import { gupshup } from "./sms/gupshup.ts";
import { infobipSms } from "./sms/infobip-sms.ts";
import { isendSms } from "./sms/isend-sms.ts";
import { kannel } from "./sms/kannel.ts";
import { maqsam } from "./sms/maqsam.ts";
import { messagebird } from "./sms/messagebird.ts";
import { mobishastra } from "./sms/mobishastra.ts";
import { nexmo } from "./sms/nexmo.ts";
import { plivo } from "./sms/plivo.ts";
import { ringCentral } from "./sms/ring-central.ts";
import { sendchamp } from "./sms/sendchamp.ts";
import { simpletexting } from "./sms/simpletexting.ts";
import { smsCentral } from "./sms/sms-central.ts";
import { sms77 } from "./sms/sms77.ts";
import { sns } from "./sms/sns.ts";
import { telnyx } from "./sms/telnyx.ts";
import { termii } from "./sms/termii.ts";
import { twilio } from "./sms/twilio.ts";
import { isSecretPath } from "./stored-credentials.ts";

/** Every provider, in the order the integration store shows them: that of the reference's catalogue. */
export const providers: readonly AnyProvider[] = [
  belfry,
  belfryEmail,
  mailgun,
  mailjet,
  mailtrap,
  mandrill,
  postmark,
  sendgrid,
  sendinblue,
  ses,
  netcore,
  nodemailer,
  mailersend,
  outlook365,
  infobipEmail,
  braze,
  resend,
  plunk,
  sparkpost,
  emailWebhook,
  emailjs,
  belfrySms,
  nexmo,
  plivo,
  sms77,
  sns,
  telnyx,
  messagebird,
  twilio,
  gupshup,
  firetext,
  infobipSms,
  burstSms,
  bulkSms,
  isendSms,
  clickatell,
  fortySixElks,
  kannel,
  maqsam,
  smsCentral,
  termii,
  africasTalking,
  sendchamp,
  genericSms,
  clicksend,
  simpletexting,
  bandwidth,
  azureSms,
  ringCentral,
  brevoSms,
  eazySms,
  mobishastra,
  slack,
  discord,
  grafanaOnCall,
  msteams,
  mattermost,
  ryver,
  zulip,
  getstream,
  rocketChat,
  whatsappBusiness,
  oneSignal,
  pushpad,
  fcm,
  expo,
  apns,
  pushWebhook,
  pusherBeams,
];

type ProviderOf<C extends Channel> = Extract<AnyProvider, { channel: C }>;

/** The provider of that id and channel; ids are unique within a channel only. */
export function findProvider<C extends Channel>(channel: C, id: string): ProviderOf<C> | undefined {
  return providers.find((provider): provider is ProviderOf<C> => provider.channel === channel && provider.id === id);
}

/** Whether any channel has a provider of that id. */
export const isProviderId = (id: string): boolean => providers.some((provider) => provider.id === id);

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

/** The kinds for which a vendor may have an address on its list that was suppressed for this reason; none where it cannot be asked. */
export function liftedKinds(channel: Channel, providerId: string, reason: SuppressionReason): SuppressionKind[] {
  const held = findProvider(channel, providerId)?.list?.kinds ?? [];
  return kindsOf(reason).filter((kind) => held.includes(kind));
}
