import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { ProviderError } from "../provider-error.ts";
import { isPrivateAddress } from "./private-addresses.ts";
import { isPrivateName } from "./private-names.ts";

function privateHostError(host: string): ProviderError {
  return new ProviderError(
    "CREDENTIAL",
    `Host "${host}" is in a private network, where providers may not connect: give a public host, or allow private hosts in Belfry's configuration`,
  );
}

/**
 * Returns a `lookup` for `net.connect` that fails when any address of the host is private. The socket connects to the very
 * addresses that were checked here, so a name that resolves differently a moment later gains nothing. `net.connect` does
 * not call it for a literal address: check that one by `assertPublicLiteral`.
 */
export function publicLookup(resolve: LookupFunction = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = asAddresses(found);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(privateHostError(host), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/** Throws when the host is an IP address of a private network; names pass. */
export function assertPublicLiteral(host: string): void {
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw privateHostError(host);
}

/**
 * Throws when the host is a private address, has a name for private use, or resolves to a private address here. Any other name that
 * does not resolve here passes.
 */
export async function assertNotKnownPrivate(host: string, resolve: LookupFunction = lookup): Promise<void> {
  assertPublicLiteral(host);
  if (isIP(host) !== 0) return;
  if (isPrivateName(host)) throw privateHostError(host);
  const addresses = await new Promise<LookupAddress[]>((settle) =>
    resolve(host, { all: true }, (error, found) => settle(error ? [] : asAddresses(found))),
  );
  if (addresses.some(({ address }) => isPrivateAddress(address))) throw privateHostError(host);
}

function asAddresses(found: string | LookupAddress[]): LookupAddress[] {
  return typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
}
