import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";

export interface SigningKey {
  privateKey: string;
  /** The text of the DNS record. */
  record: string;
}

export function signingKey(modulusLength = 2048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  return { privateKey, record: `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}` };
}

interface Signing {
  key: SigningKey;
  domain?: string;
  selector?: string;
  algorithm?: string;
  canonicalization?: string;
  expires?: Date;
  /** Bytes of the body that are signed; all when not given. */
  maxBodyLength?: number;
}

/** Puts a DKIM signature on top of a mail. */
export async function signed(mail: string, signing: Signing): Promise<string> {
  const { key, domain = "example.com", selector = "s1", algorithm, canonicalization, expires, maxBodyLength } = signing;
  const { signatures, errors } = await dkimSign(mail, {
    // Without it, the package asks the clock twice: a second that ends between would spoil the signature.
    signTime: new Date(),
    ...(algorithm !== undefined && { algorithm }),
    ...(canonicalization !== undefined && { canonicalization }),
    ...(expires !== undefined && { expires }),
    signatureData: [
      {
        signingDomain: domain,
        selector,
        privateKey: key.privateKey,
        ...(maxBodyLength !== undefined && { maxBodyLength }),
      },
    ],
  });
  if (errors.length > 0) throw new Error("The mail could not be signed", { cause: errors });
  return signatures + mail;
}
