import { isDeepStrictEqual } from "node:util";
import { DEMO_EMAIL_PROVIDER, DEMO_SMS_PROVIDER } from "#contract/constants/provider-ids.ts";
import { decrypt, encrypt } from "#db/encryption.ts";

// A request is stored until its message has been sent, and may be looked at meanwhile. It has masks in the place of secret variables,
// and beside them, encrypted, the fields with their values: docs/decisions/077-secrets-in-stored-messages.md.

type Request = Readonly<Record<string, unknown>>;

interface Sealed {
  fields: Record<string, unknown>;
  /** Fields that only the masked request has. */
  absent: string[];
}

/** The masked request, with the fields of the real one that differ under `sealed`. */
export function sealedRequest(real: Request, masked: Request, key: Buffer): Record<string, unknown> {
  const differing = Object.keys(real).filter((name) => !isDeepStrictEqual(real[name], masked[name]));
  const absent = Object.keys(masked).filter((name) => !Object.hasOwn(real, name));
  if (differing.length === 0 && absent.length === 0) return { ...real };
  const sealed: Sealed = { fields: Object.fromEntries(differing.map((name) => [name, real[name]])), absent };
  return { ...masked, sealed: encrypt(JSON.stringify(sealed), key) };
}

interface Opening {
  providerId: string;
  encryptionKey: Buffer;
}

/**
 * The request as its vendor gets it; masked for Belfry's own demo providers, whose outbox is for members to look at. Throws when the key is
 * not the one that it was sealed with.
 */
export function openRequest(
  { sealed, ...masked }: Request,
  { providerId, encryptionKey }: Opening,
): Record<string, unknown> {
  if (typeof sealed !== "string" || providerId === DEMO_EMAIL_PROVIDER || providerId === DEMO_SMS_PROVIDER) {
    return masked;
  }
  const { fields, absent }: Sealed = JSON.parse(decrypt(sealed, encryptionKey));
  const shared = Object.entries(masked).filter(([name]) => !absent.includes(name));
  return { ...Object.fromEntries(shared), ...fields };
}
