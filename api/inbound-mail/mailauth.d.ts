// The package has no types of its own. These are the parts that are used of version 4.9.5.

declare module "mailauth/lib/dkim/verify.js" {
  import type { Readable } from "node:stream";

  export function dkimVerify(
    mail: Readable | Buffer | string,
    options: {
      /** As `resolve` of node:dns. */
      resolver: (name: string, type: string) => Promise<unknown>;
    },
  ): Promise<{ results: DkimResult[] }>;

  /** Of one signature; without a domain for a mail without any. */
  interface DkimResult {
    signingDomain?: string;
    status: { result: "pass" | "fail" | "neutral" | "none" | "policy" | "temperror" };
    /** Names of the signed headers as they are written in the mail, separated by `: `. */
    signingHeaders?: { keys: string };
    /** Whether the signature covers a part of the body only (the tag `l`). */
    canonBodyLengthLimited?: boolean;
  }
}

declare module "mailauth/lib/spf/index.js" {
  export function spf(options: {
    /** Of the envelope; postmaster at `helo` when it is empty. */
    sender: string;
    ip: string;
    helo: string;
    /** The name of the server that verifies; that of the machine when not given. */
    mta?: string;
    resolver: (name: string, type: string) => Promise<unknown>;
  }): Promise<{
    status: { result: "pass" | "fail" | "softfail" | "neutral" | "none" | "permerror" | "temperror" };
  }>;
}

declare module "mailauth/lib/dkim/sign.js" {
  export function dkimSign(
    mail: Buffer | string,
    options: {
      algorithm?: string;
      canonicalization?: string;
      signTime?: Date;
      expires?: Date;
      signatureData: {
        signingDomain: string;
        selector: string;
        privateKey: string;
        algorithm?: string;
        canonicalization?: string;
        maxBodyLength?: number;
      }[];
    },
  ): Promise<{ signatures: string; errors: unknown[] }>;
}
