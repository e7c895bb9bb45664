import { BlockList, isIPv6 } from "node:net";

/**
 * IANA special-purpose ranges that are not the public internet; 169.254/16 holds the clouds' metadata services. 168.63.129.16 is a
 * public address by which Azure's machines reach their host: it gives them certificates and settings.
 */
const PRIVATE_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/**
 * Everything but 2000::/3, the only range that IANA assigns to the public internet, and parts of that one: protocol
 * assignments with Teredo, 6to4 and documentation. Addresses that stand for an IPv4 address by mapping (::ffff:0:0/96) or
 * NAT64 (64:ff9b::/96) are as private as that one.
 */
const PRIVATE_IPV6 = [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b:1::", 48],
  ["100::", 8],
  ["200::", 7],
  ["400::", 6],
  ["800::", 5],
  ["1000::", 4],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["4000::", 2],
  ["8000::", 1],
] as const;

const privateAddresses = new BlockList();
for (const [prefix, bits] of PRIVATE_IPV4) {
  // Holds for the IPv4-mapped addresses, too.
  privateAddresses.addSubnet(prefix, bits, "ipv4");
  privateAddresses.addSubnet(`64:ff9b::${prefix}`, 96 + bits, "ipv6");
}
for (const [prefix, bits] of PRIVATE_IPV6) privateAddresses.addSubnet(prefix, bits, "ipv6");

/** Whether an IP address is not one of the public internet: private, loopback, link-local, multicast or reserved. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
