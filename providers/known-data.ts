import type { Channel } from "#contract/constants/channels.ts";
import type { Passthrough } from "./passthrough.ts";
import { findProvider } from "./registry.ts";
import type { Casing, VendorFields } from "./reports/vendor-fields.ts";

/** Of a provider that does not say otherwise. */
const CAMEL: VendorFields = { casing: "camel" };

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
  const body = Object.entries(recased(own, findProvider(channel, providerId)?.fields ?? CAMEL));
  if (channel === "chat") return { overrides: { ...overrides, ...Object.fromEntries(body) }, passthrough: undefined };
  return { overrides, passthrough: body.length > 0 ? { body: Object.fromEntries(body) } : undefined };
}

/** The name by which a field is the same one in any casing. */
export const fieldName = (key: string): string => cased(key, "camel");

function recased(data: Readonly<Record<string, unknown>>, fields: VendorFields): Record<string, unknown> {
  const { casing, names = {} } = fields;
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? recased({ ...value }, fields) : value;
  };
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
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
