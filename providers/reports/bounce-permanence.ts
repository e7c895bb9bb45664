/** Not part of a longer number, such as an IP address. */
const ENHANCED_STATUS = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** No such mailbox or domain, a malformed address, a mailbox that has moved, and a domain that takes no mail. */
const PERMANENT = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"]);

/** The mailbox is full, or this mail is refused for its length, its content or its sender. */
const TEMPORARY = /^(?:4\.|5\.[67]\.|5\.2\.[23]$|5\.3\.4$)/;

/**
 * Returns whether the mailbox will never take a mail, by the enhanced status code (RFC 3463) in the words of the receiving server;
 * undefined without a code, and for codes that do not decide.
 */
export function isPermanentBounce(words: string | null | undefined): boolean | undefined {
  const [code = ""] = words?.match(ENHANCED_STATUS) ?? [];
  if (PERMANENT.has(code)) return true;
  return TEMPORARY.test(code) ? false : undefined;
}
