import { domainToASCII } from "node:url";
import { spf } from "mailauth/lib/spf/index.js";
import type { Lookups } from "./dns-lookups.ts";

export interface Delivery {
  remoteAddress: string;
  /** The name by which the client introduced itself. */
  helo: string;
  /** The sender of the envelope; empty for none. */
  envelopeFrom: string;
  /** The name by which the server introduces itself; that of the machine when null. */
  mailHost: string | null;
}

/**
 * Whether the domain of the envelope's sender permits the address to send for it: SPF, RFC 7208. Without a sender it is the domain
 * that the client introduced itself by. Anything but `pass` is no, also when nobody can say.
 */
export async function isPermittedSender(
  { remoteAddress, helo, envelopeFrom, mailHost }: Delivery,
  lookups: Lookups,
): Promise<boolean> {
  const { status } = await spf({
    ip: remoteAddress,
    helo,
    sender: inAscii(envelopeFrom),
    ...(mailHost !== null && { mta: mailHost }),
    resolver: (name, type) => lookups.ask((resolver) => resolver.resolve(name, type)),
  });
  return status.result === "pass";
}

/** The address as DNS knows its domain. */
function inAscii(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}
