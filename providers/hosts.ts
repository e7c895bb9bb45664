import { lookup } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { ProviderError } from "./provider-error.ts";

/** IANA special-purpose ranges that are not the public internet; 169.254/16 holds the clouds' metadata services. */
const PRIVATE_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
const PRIVATE_IPV6 = [
  ["::", 127],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const;

const privateAddresses = new BlockList();
for (const [prefix, bits] of PRIVATE_IPV4) {
  privateAddresses.addSubnet(prefix, bits, "ipv4");
  // The same addresses as a NAT64 gateway would reach them.
  privateAddresses.addSubnet(`64:ff9b::${prefix}`, 96 + bits, "ipv6");
}
for (const [prefix, bits] of PRIVATE_IPV6) privateAddresses.addSubnet(prefix, bits, "ipv6");

/** Whether an IP address (IPv4-mapped IPv6 included) belongs to a private, loopback, link-local or reserved range. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

export function privateHostError(host: string): ProviderError {
  return new ProviderError(
    "CREDENTIAL",
    `Host "${host}" is in a private network, where providers may not connect: give a public host, or allow private hosts in Belfry's configuration`,
  );
}

/**
 * `lookup` for `net.connect` that fails when any address of the host is private. As the socket connects to the very
 * addresses that were judged here, a name that resolves differently a moment later gains nothing.
 */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.some(({ address }) => isPrivateAddress(address))) return callback(privateHostError(host), []);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return first ? callback(null, first.address, first.family) : callback(privateHostError(host), []);
  });
};

const resolve = promisify(lookup);
const judgedPublic = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

/**
 * Refuses a host that resolves into a private network, before an HTTP request goes there. `fetch` resolves again by
 * itself, so a name that changes in between could slip through; https then still fails on the certificate.
 */
export async function assertPublicHost(host: string): Promise<void> {
  const name = host.replace(/^\[|\]$/g, "");
  if (judgedPublic.has(name)) return;
  const addresses = await resolve(name, { all: true }).catch(() => {
    throw new ProviderError("RETRY", `Host "${name}" cannot be resolved`);
  });
  if (addresses.some(({ address }) => isPrivateAddress(address))) throw privateHostError(name);
  judgedPublic.set(name, true);
}
