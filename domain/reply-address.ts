import { DomainError } from "./errors.ts";

/*
 * Addresses that replies to emails go to. Belfry's name the message, so that a reply belongs to one recipient and one step; the
 * older form named the event. Both fit what mail servers accept, ours also within 64 characters before the @.
 */

const MESSAGE = /^parse\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-nv-m$/;
/** A local part in quotes names the same mailbox as without them, and so does one with needless backslashes: RFC 5321, section 4.1.2. */
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;
/** Mail servers may change the case of what stands before the @: an id that is spelled exactly comes first. */
const TRANSACTION = { opening: "parse+", divider: "-nv-e=" };

/** The place that a reply belongs to. */
export type ReplyTarget =
  | { kind: "message"; messageId: string; domain: string }
  | { kind: "transaction"; transactionId: string; environmentId: string; domain: string };

/** The address that replies to a message go to. */
export const replyAddressOf = (messageId: string, domain: string): string =>
  `parse+${messageId.replaceAll("-", "")}-nv-m@${domain}`;

/** Throws `invalid_input` for an address that names nothing, in the words that operators of mail servers look for. */
export function parseReplyAddress(address: string): ReplyTarget {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  const local = at === -1 ? "" : unquoted(address.slice(0, at));
  const message = MESSAGE.exec(local.toLowerCase());
  if (message) return { kind: "message", messageId: message.slice(1).join("-"), domain };
  const { transactionId, environmentId } = transactionIn(local);
  if (transactionId === "") throw new DomainError("invalid_input", `Missing transactionId on address ${address}`);
  if (environmentId === "") throw new DomainError("invalid_input", `Missing environmentId on address ${address}`);
  return { kind: "transaction", transactionId, environmentId: environmentId.toLowerCase(), domain };
}

function unquoted(local: string): string {
  const [, inner] = QUOTED.exec(local) ?? [];
  return inner === undefined ? local : inner.replace(/\\(.)/gs, "$1");
}

function transactionIn(local: string): { transactionId: string; environmentId: string } {
  const { opening, divider } = TRANSACTION;
  const text = local.toLowerCase();
  const at = text.lastIndexOf(divider);
  if (!text.startsWith(opening) || at < opening.length) return { transactionId: "", environmentId: "" };
  return { transactionId: local.slice(opening.length, at), environmentId: local.slice(at + divider.length) };
}
