import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import { withoutTrailingSlashes } from "#contract/constants/values/trailing-slashes.ts";
import { isPrivateAddress } from "../http/private-addresses.ts";
import { isPrivateName } from "../http/private-names.ts";

/** The parameter of the address that proves reports which the vendor does not sign. */
export const REPORT_TOKEN = "token";
const TOKEN_CHARACTERS = 32;

interface ReportUrls {
  /** The public address of all vendors' reports. */
  reportsUrl: string;
  encryptionKey: Buffer;
}

/** The address at which the vendor of an integration reports what became of messages, below that of all vendors, with its secret. */
export function reportUrlOf(
  { reportsUrl, encryptionKey }: ReportUrls,
  { environmentId, id }: { readonly environmentId: string; readonly id: string },
): string {
  const path = `/v2/inbound-webhooks/delivery-providers/${environmentId}/${id}`;
  const url = new URL(withoutTrailingSlashes(reportsUrl) + path);
  url.searchParams.set(REPORT_TOKEN, reportToken({ id }, encryptionKey));
  return url.href;
}

/** The secret in the address of an integration's reports. It proves nothing else. */
export const reportToken = ({ id }: { readonly id: string }, encryptionKey: Buffer): string =>
  createHmac("sha256", encryptionKey)
    .update(`delivery reports of integration ${id}`)
    .digest("base64url")
    .slice(0, TOKEN_CHARACTERS);

/**
 * Whether the host of Belfry's public address can be one that vendors reach. Some of them refuse a message that names another
 * one, as Twilio does with error 21609.
 */
export function isReachableByVendors(publicUrl: string): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? !isPrivateName(host) : !isPrivateAddress(host);
}
