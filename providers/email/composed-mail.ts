/** Extensions of a mail server that decide how a mail is written: RFC 6531 and RFC 6152. */
export interface Offered {
  smtpUtf8: boolean;
  eightBitMime: boolean;
}

/** An address that a mail server cannot be given, and why. */
export interface LeftAddress {
  address: string;
  reason: string;
}

/** A mail ready for the wire, except for the dot-stuffing of SMTP. */
export interface ComposedMail {
  messageId: string;
  envelope: { from: string | false; to: string[]; use8BitMime?: boolean };
  content: Buffer;
  /** Addresses that the server cannot be given: the mail goes without them. */
  left?: readonly LeftAddress[];
}
