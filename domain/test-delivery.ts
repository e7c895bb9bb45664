import type { StoredTestDelivery } from "#contract/accounts/test-delivery.ts";
import type { Channel } from "#contract/constants/channels.ts";
import { suppressedAddress } from "#contract/constants/suppressions.ts";
import { mailboxOf } from "#contract/constants/templates/override-fields.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";

type Request = Readonly<Record<string, unknown>>;
export type IsListed = (address: string) => boolean;

/** The recipient of a run, with the addresses and devices that are stored for it. */
export interface TestedPerson {
  subscriberId: string;
  addresses: readonly (string | undefined)[];
}

/**
 * Returns who gets messages: the listed addresses, and of a listed person what is stored for it. An address that a call gives for a listed
 * person is somebody else's until it is listed as well.
 */
export function listingOf({ allowed }: Pick<StoredTestDelivery, "allowed">, person?: TestedPerson): IsListed {
  const own = person && allowed.subscriberIds.includes(person.subscriberId) ? person.addresses : [];
  const listed = new Set([...allowed.addresses, ...own].flatMap((address) => (address ? [comparable(address)] : [])));
  return (address) => listed.has(comparable(address));
}

const NUMBER = /^\+?[\d\s()./-]+$/;

/** An address without what makes no other one of it: the case and name of a mailbox, the blanks and signs in a number. */
function comparable(address: string): string {
  const text = address.trim();
  if (text.includes("://")) return text;
  if (text.includes("@")) return suppressedAddress("email", mailboxOf(text)?.address ?? text);
  return NUMBER.test(text) ? suppressedAddress("sms", text) : text;
}

/** Fields by which a caller may address a vendor's request anew; those of the message itself are checked one by one. */
const ADDRESSING =
  /^(?:(?:resent-)?(?:to|cc|bcc)|channel|channel_?id|rid|room_?id|recipient|recipient_type|user|stream|topic)$/i;

/** Fields of a request that hold what a caller chose for the vendor. */
const FIELDS_OF_CALLER = ["headers", "customData", "overrides"];

function withoutAddressing(fields: unknown): unknown {
  if (!isJsonObject(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ADDRESSING.test(name)));
}

export interface TestedRequest {
  request: Record<string, unknown>;
  /** Addresses that do not get it. */
  leftOut: string[];
}

/**
 * Returns the request for those who get it, with the address for all else in the place of the others; undefined for nobody. What is passed
 * through to the vendor as it is could name recipients, and is left out.
 */
export function testedRequest(
  given: Request,
  isListed: IsListed,
  catchAll: string | undefined,
): TestedRequest | undefined {
  const { passthrough: _unchecked, ...others } = given;
  const cleaned = FIELDS_OF_CALLER.filter((name) => others[name] !== undefined);
  const request = { ...others, ...Object.fromEntries(cleaned.map((name) => [name, withoutAddressing(others[name])])) };
  const leftOut = addressesOf(given).filter((address) => !isListed(address));
  const listed = (field: unknown) => textsOf(field).filter(isListed);
  const isChanged = textsOf(request.to).some((address) => !isListed(address));
  const instead = isChanged && catchAll !== undefined ? [catchAll] : [];
  if (Array.isArray(request.to)) {
    const to = [...new Set([...listed(request.to), ...instead])];
    return to.length === 0
      ? undefined
      : { request: { ...request, to, cc: listed(request.cc), bcc: listed(request.bcc) }, leftOut };
  }
  if (leftOut.length === 0) return addressesOf(given).length > 0 ? { request, leftOut } : undefined;
  return typeof request.to === "string" && instead[0] !== undefined
    ? { request: { ...request, to: instead[0] }, leftOut }
    : undefined;
}

/** The address for what nobody of the list gets on the channel. */
export const catchAllOf = ({ to }: Pick<StoredTestDelivery, "to">, channel: Channel): string | undefined =>
  new Map<string, string | undefined>(Object.entries(to)).get(channel);

/** All addresses and devices that a request of any channel names. */
export const addressesOf = ({ to, cc, bcc, webhookUrl, phoneNumber, target }: Request): string[] =>
  [to, cc, bcc, webhookUrl, phoneNumber, target].flatMap(textsOf);

const textsOf = (field: unknown): string[] =>
  [field].flat().filter((value): value is string => typeof value === "string" && value !== "");
