import { DomainError } from "../errors.ts";

interface MailboxRules {
  /** The domain under which the mailbox is known. */
  domain: string;
  ignoresDots: boolean;
}

/** Consumer domains that deliver several spellings to one mailbox. */
const CONSUMER_DOMAINS: ReadonlyMap<string, MailboxRules> = new Map([
  ["gmail.com", { domain: "gmail.com", ignoresDots: true }],
  ["googlemail.com", { domain: "gmail.com", ignoresDots: true }],
  ["live.com", { domain: "live.com", ignoresDots: false }],
  ["hotmail.com", { domain: "hotmail.com", ignoresDots: false }],
  ["outlook.com", { domain: "outlook.com", ignoresDots: false }],
]);

/**
 * The spelling under which a member's address is stored and found again: lower case; at some consumer domains without
 * plus suffix, and where the provider says that dots do not count, as Gmail does, without them. Throws `invalid_input` for anything but a text.
 */
export function normalizeEmail(email: unknown): string {
  if (typeof email !== "string") throw new DomainError("invalid_input", "email must be a string");
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const rules = CONSUMER_DOMAINS.get(address.slice(at + 1));
  if (at < 1 || !rules) return address;
  const [name = ""] = address.slice(0, at).split("+");
  return `${rules.ignoresDots ? name.replaceAll(".", "") : name}@${rules.domain}`;
}
