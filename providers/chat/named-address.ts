import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { ProviderError } from "../provider-error.ts";

const REMEDY = "must be an http or https address: correct it in the integration";

/**
 * Returns the address of a subscriber's channel without a slash at its end. The request to it carries a secret of the integration, so that
 * it must be the address that the integration names, or lie below it; payloads, overrides and subscribers may name any.
 */
export function namedAddress(webhookUrl: string, { baseUrl, name }: { baseUrl: string; name: string }): string {
  const base = webAddressOf(baseUrl);
  if (!base) throw new ProviderError("CREDENTIAL", `The base URL of the ${name} integration ${REMEDY}`);
  // Not an address at all: the request says so.
  const given = webAddressOf(webhookUrl);
  if (!given) return webhookUrl;
  if (
    given.origin === base.origin &&
    `${withoutSlash(given.pathname)}/`.startsWith(`${withoutSlash(base.pathname)}/`)
  ) {
    return withoutSlash(given.href);
  }
  throw new ProviderError(
    "CREDENTIAL",
    `The webhook URL of this subscriber's channel is not below ${base.host}, where the ${name} integration sends its key: correct the URL, or the base URL of the integration`,
  );
}

function withoutSlash(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
