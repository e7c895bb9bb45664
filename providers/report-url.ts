import { isIP } from "node:net";
import { withoutTrailingSlashes } from "#contract/constants/trailing-slashes.ts";
import { isPrivateAddress } from "./private-addresses.ts";
import { isPrivateName } from "./private-names.ts";

/** The address at which the vendor of an integration reports what became of messages, below that of all vendors. */
export function reportUrlOf(
  reportsUrl: string,
  { environmentId, id }: { readonly environmentId: string; readonly id: string },
): string {
  const path = `/v2/inbound-webhooks/delivery-providers/${environmentId}/${id}`;
  return new URL(withoutTrailingSlashes(reportsUrl) + path).href;
}

/**
 * Whether the host of Belfry's public address can be one that vendors reach. Some of them refuse a message that names another
 * one, as Twilio does with error 21609.
 */
export function isReachableByVendors(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? !isPrivateName(host) : !isPrivateAddress(host);
}
