import type { Channel } from "../channels.ts";
import { isWebAddress } from "../values/web-address.ts";

/* The overrides that a message of a channel is composed with. What is given and cannot be used is refused, or noted in the run. */

export type OverrideKind = "text" | "webAddress" | "mailbox" | "addresses" | "texts" | "headers" | "object";

interface ChannelFields {
  readonly fields: Readonly<Record<string, OverrideKind>>;
  /** Other fields are the vendor's own and passed to it, or nobody reads them: then it says what to do instead. */
  readonly others: "passed" | { readonly instead: string };
}

const PASS_THROUGH = "is not known: check its name, or put what the vendor reads into _passthrough.body";

export const OVERRIDE_FIELDS: Readonly<Record<Channel, ChannelFields>> = {
  email: {
    fields: {
      to: "addresses",
      cc: "addresses",
      bcc: "addresses",
      replyTo: "addresses",
      from: "mailbox",
      senderName: "text",
      subject: "text",
      text: "text",
      html: "text",
      ipPoolName: "text",
      integrationIdentifier: "text",
      layoutId: "text",
      headers: "headers",
      customData: "object",
      _passthrough: "object",
    },
    others: { instead: PASS_THROUGH },
  },
  sms: {
    fields: {
      to: "text",
      from: "text",
      content: "text",
      integrationIdentifier: "text",
      customData: "object",
      _passthrough: "object",
    },
    others: { instead: PASS_THROUGH },
  },
  chat: {
    fields: { webhookUrl: "webAddress", integrationIdentifier: "text", customData: "object", _passthrough: "object" },
    others: "passed",
  },
  push: {
    fields: { deviceTokens: "texts", integrationIdentifier: "text", _passthrough: "object" },
    others: "passed",
  },
  in_app: {
    fields: { integrationIdentifier: "text" },
    others: { instead: "is not used: change the step's content, or use the payload in it" },
  },
};

const REMEDIES: Readonly<Record<OverrideKind, string>> = {
  text: "must be a text",
  webAddress: "must be an http or https address, such as https://example.com/webhook",
  mailbox: 'must be an address, such as shop@example.org or "Shop, Inc." <shop@example.org>',
  addresses: "must be an address, or a list of addresses, such as help@example.org",
  texts: "must be a list of texts",
  headers: 'must be an object of texts by names of headers, each once, such as {"X-Order": "1"}',
  object: "must be an object",
};

const isScalar = (value: unknown): value is string | number | bigint =>
  typeof value === "string" || typeof value === "bigint" || Number.isFinite(value);
const isListed = (value: unknown, is: (entry: unknown) => boolean): boolean =>
  is(value) || (Array.isArray(value) && value.every((entry) => isEmpty(entry) || is(entry)));
const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "" || value === false;

const FITS: Readonly<Record<OverrideKind, (value: unknown) => boolean>> = {
  text: isScalar,
  webAddress: isWebAddress,
  mailbox: (value) => isText(value) && mailboxOf(value) !== undefined,
  addresses: (value) =>
    isListed(value, (entry) => isText(entry) && splitAddresses(entry).every((one) => mailboxOf(one) !== undefined)),
  texts: (value) => isListed(value, isText),
  headers: (value) =>
    isObject(value) &&
    areHeaderNames(Object.keys(value)) &&
    Object.values(value).every((entry) => isEmpty(entry) || isPrinted(entry)),
  object: isObject,
};
/** Names as RFC 5322 section 2.2 has them, without a second one in another case: a mail with both is refused. */
const areHeaderNames = (names: readonly string[]): boolean =>
  names.every((name) => /^[!-9;-~]{1,126}$/.test(name)) &&
  new Set(names.map((name) => name.toLowerCase())).size === names.length;
const isPrinted = (value: unknown): boolean => isScalar(value) || typeof value === "boolean";

/** The kind of value that a field of a channel's overrides takes; undefined for one that is not the channel's. */
export function overrideKind(channel: Channel, field: string): OverrideKind | undefined {
  const { fields } = OVERRIDE_FIELDS[channel];
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Why a value cannot be used; undefined where it can, or says nothing. */
export function overrideProblem(kind: OverrideKind, value: unknown): string | undefined {
  return isEmpty(value) || FITS[kind](value) ? undefined : REMEDIES[kind];
}

export interface NamedMailbox {
  address: string;
  name?: string;
}

/** Reads `shop@example.org` and `"Shop, Inc." <shop@example.org>`; undefined for what has no address in it. */
export function mailboxOf(text: string): NamedMailbox | undefined {
  // One way to match any text: its time grows with the length.
  const [, before = "", address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const at = address.lastIndexOf("@");
  if (at < 1 || at === address.length - 1 || /[\s<>]/.test(address)) return undefined;
  const written = before.trim();
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
  const name = isQuoted ? written.slice(1, -1).replace(/\\(.)/g, "$1").trim() : written;
  return name === "" ? { address } : { address, name };
}

/** The addresses of a text that has several, separated by commas or semicolons outside of quotes. */
export function splitAddresses(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  let inQuotes = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (char === '"') inQuotes = !inQuotes;
    if (char === "\\" && inQuotes) part += char + (text[++index] ?? "");
    else if (!inQuotes && (char === "," || char === ";")) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}
