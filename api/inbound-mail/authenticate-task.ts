import { createLookups } from "./dns-lookups.ts";
import { type Delivery, isPermittedSender } from "./verify-sender.ts";
import { SIGNATURES_MAX, verifySignatures } from "./verify-signatures.ts";

/*
 * Verifies who sent a mail, in a thread which is ended when it takes too long (authenticate-mail.ts): a mail, and the records of
 * its domain, are what a stranger wrote.
 */

/** For the questions of one mail to DNS, from the first one, in milliseconds. */
const AUTHENTICATE_LOOK_UP_MS = 4_000;
/** RFC 7208 allows ten questions, some of which lead to ten others each. */
const SENDER_QUESTIONS_MAX = 40;

export interface ReceivedMail extends Delivery {
  raw: Uint8Array;
  /** Addresses of name servers, with ports; those of the system when not given. */
  nameServers?: readonly string[] | undefined;
}

export interface Authentication {
  /** `pass` when at least one signature is valid, of whatever domain. */
  dkim: "pass" | "failed";
  /** Domains whose signatures are valid. */
  dkimDomains: string[];
  spf: "pass" | "failed";
}

export default async function authenticate({ raw, nameServers, ...delivery }: ReceivedMail): Promise<Authentication> {
  const keys = createLookups({ questions: SIGNATURES_MAX, ms: AUTHENTICATE_LOOK_UP_MS, nameServers });
  const records = createLookups({ questions: SENDER_QUESTIONS_MAX, ms: AUTHENTICATE_LOOK_UP_MS, nameServers });
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  // What the package stumbles over is not verified.
  const [dkimDomains, isPermitted] = await Promise.all([
    verifySignatures(bytes, keys).catch((): string[] => []),
    isPermittedSender(delivery, records).catch(() => false),
  ]).finally(() => {
    keys.close();
    records.close();
  });
  return { dkim: dkimDomains.length > 0 ? "pass" : "failed", dkimDomains, spf: isPermitted ? "pass" : "failed" };
}
