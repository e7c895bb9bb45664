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

/** Whether a host's name is of a private network: one label alone, or a name below a domain for private use. */
export function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || PRIVATE_DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
