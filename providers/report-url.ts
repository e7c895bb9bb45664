import { isIP } from "node:net";
import { isPrivateAddress } from "./private-addresses.ts";

/** Names that no public name server knows: RFC 6761, RFC 6762 appendix G, RFC 8375, and ICANN's `internal`. */
const PRIVATE_DOMAINS: readonly string[] = [
  "localhost",
  "local",
  "internal",
  "test",
  "invalid",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
];

/** The address at which the vendor of an integration reports what became of messages, below that of all vendors. */
export function reportUrlOf(
  reportsUrl: string,
  { environmentId, id }: { readonly environmentId: string; readonly id: string },
): string {
  const path = `/v2/inbound-webhooks/delivery-providers/${environmentId}/${id}`;
  return new URL(reportsUrl.replace(/\/+$/, "") + path).href;
}

/**
 * Whether the host of Belfry's public address can be one that vendors reach. Some of them refuse a message that names another
 * one, as Twilio does with error 21609.
 */
export function isReachableByVendors(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0) return !isPrivateAddress(host);
  return host.includes(".") && !PRIVATE_DOMAINS.some((domain) => host.endsWith(`.${domain}`));
}
