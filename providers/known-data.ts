import type { Channel } from "#contract/constants/channels.ts";
import type { Passthrough } from "./passthrough.ts";

type Casing = "camel" | "snake" | "pascal" | "kebab" | "constant";

/**
 * The casing of the vendors' own fields, for data that a workflow's code gives a provider in whatever casing: providers-email-push.md 1.3,
 * providers-sms-chat.md 1.2, as the vendors' interfaces have them and not as their SDKs do. Camel case for all others.
 */
const CASING: Readonly<Record<string, Casing>> = {
  ...each("snake", "sendgrid mandrill mailersend mailtrap netcore resend sparkpost braze"),
  ...each("snake", "plivo sms77 telnyx gupshup burst-sms isend-sms forty-six-elks kannel termii sendchamp clicksend"),
  ...each("snake", "discord slack mattermost zulip grafana-on-call getstream rocket-chat whatsapp-business"),
  ...each("pascal", "mailjet postmark ses twilio sns"),
  ...each("kebab", "emailjs nexmo"),
  ...each("constant", "sms-central"),
};

/** Fields whose names no casing gives, by the names that it does give. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mailgun: {
    ...{ ampHtml: "amp-html", tVersion: "t:version", tText: "t:text", oTag: "o:tag", oDkim: "o:dkim" },
    ...{ oDeliverytime: "o:deliverytime", oDeliverytimeOptimizePeriod: "o:deliverytime-optimize-period" },
    ...{ oTimeZoneLocalize: "o:time-zone-localize", oTestmode: "o:testmode", oTracking: "o:tracking" },
    ...{ oTrackingClicks: "o:tracking-clicks", oTrackingOpens: "o:tracking-opens", oRequireTls: "o:require-tls" },
    ...{ oSkipVerification: "o:skip-verification", recipientVariables: "recipient-variables" },
  },
  mailjet: {
    ...{ ContentId: "ContentID", HtmlPart: "HTMLPart", TemplateId: "TemplateID" },
    ...{ CustomId: "CustomID", UrlTags: "URLTags" },
  },
};

/** Fields that Belfry itself reads, by channel; a message has them whatever its provider is. */
const READ: Readonly<Record<Channel, readonly string[]>> = {
  email:
    "to cc bcc from senderName subject html text replyTo headers customData ipPoolName integrationIdentifier".split(
      " ",
    ),
  sms: "to from content customData integrationIdentifier".split(" "),
  chat: "webhookUrl customData integrationIdentifier".split(" "),
  push: [],
  in_app: [],
};

interface KnownData {
  /** Fields that the message is composed with. */
  overrides: Record<string, unknown>;
  /** The vendor's own fields, in its casing. They are added to the request before what is passed through. */
  passthrough: Passthrough | undefined;
}

/**
 * Divides the data of a workflow's code for one provider. Chat messages have the vendor's fields in them, and adapters of push read them by
 * names in camel case; of emails and texts they are parts of the request.
 */
export function knownData(channel: Channel, providerId: string, data: Readonly<Record<string, unknown>>): KnownData {
  const overrides: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    const name = fieldName(key);
    if (key === "_passthrough") overrides[key] = value;
    else if (READ[channel].includes(name) || channel === "push") overrides[name] = value;
    else own[key] = value;
  }
  const body = Object.entries(recased(own, providerId));
  if (channel === "chat") return { overrides: { ...overrides, ...Object.fromEntries(body) }, passthrough: undefined };
  return { overrides, passthrough: body.length > 0 ? { body: Object.fromEntries(body) } : undefined };
}

/** The name by which a field is the same one in any casing. */
export const fieldName = (key: string): string => cased(key, "camel");

function recased(fields: Readonly<Record<string, unknown>>, providerId: string): Record<string, unknown> {
  const casing = CASING[providerId] ?? "camel";
  const names = NAMES[providerId] ?? {};
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? recased({ ...value }, providerId) : value;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = cased(key, casing);
      return [Object.hasOwn(names, name) ? names[name] : name, inner(value)];
    }),
  );
}

/** A key without letters and digits stays as it is. */
function cased(key: string, casing: Casing): string {
  const words = key.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+/g)?.map((word) => word.toLowerCase());
  if (!words) return key;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  switch (casing) {
    case "camel":
      return words.map((word, index) => (index === 0 ? word : capital(word))).join("");
    case "pascal":
      return words.map(capital).join("");
    case "snake":
      return words.join("_");
    case "kebab":
      return words.join("-");
    case "constant":
      return words.join("_").toUpperCase();
  }
}

function each(casing: Casing, providerIds: string): Record<string, Casing> {
  return Object.fromEntries(providerIds.split(" ").map((id) => [id, casing]));
}
