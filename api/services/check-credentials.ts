import { ENCRYPTED_PREFIX } from "#db/encryption.ts";
import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { type CredentialProblem, parseCredentials, storableCredentials } from "#providers/credentials.ts";
import { createHttp } from "#providers/http.ts";
import type { AnyProvider, SendContext } from "#providers/provider.ts";
import { ProviderError } from "#providers/provider-error.ts";

type Credentials = Readonly<Record<string, unknown>>;

/** Throws `invalid_input` with what to fill in or correct, field by field. */
export function requireComplete(provider: AnyProvider, credentials: Credentials): void {
  const parsed = parseCredentials(provider, credentials);
  if (!parsed.ok) throw refused(parsed.problems);
}

/**
 * The credentials in the form in which they are stored. Throws `invalid_input` for each one that does not fit its field, and
 * for a text that looks encrypted.
 */
export function readCredentials(provider: AnyProvider, credentials: Credentials): Record<string, unknown> {
  const read = storableCredentials(provider, credentials);
  if (!read.ok) throw refused(read.problems);
  refuseEncrypted(read.credentials);
  return read.credentials;
}

const refused = (problems: readonly CredentialProblem[]) =>
  new DomainError(
    "invalid_input",
    problems.map(({ field, remedy }) => `credentials.${field}: ${remedy}`),
  );

/** Tries the credentials at the vendor, where there is a way to do so without sending; throws `invalid_input`. */
export async function tryCredentials(
  provider: AnyProvider,
  credentials: Credentials,
  { allowPrivateHosts }: { allowPrivateHosts: boolean },
): Promise<void> {
  if (provider.channel !== "email" || !provider.check) return;
  const context: SendContext = { http: createHttp({ allowPrivateHosts }), outbox: NO_OUTBOX, allowPrivateHosts };
  try {
    await provider.check(credentials, context);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError(
      "invalid_input",
      `The credentials do not work: ${error.message}. Correct them, or send "check": false to store them untried`,
    );
  }
}

/** What is stored encrypted is recognised by its prefix, so that nobody may send one. Throws `invalid_input`. */
function refuseEncrypted(credentials: Credentials): void {
  const fields: string[] = [];
  mapLeaves(credentials, (leaf, path) => {
    if (typeof leaf === "string" && leaf.startsWith(ENCRYPTED_PREFIX)) fields.push(path.join("."));
  });
  if (fields.length === 0) return;
  throw new DomainError(
    "invalid_input",
    fields.map((field) => `credentials.${field} must not start with ${ENCRYPTED_PREFIX}: send it in clear`),
  );
}

const NO_OUTBOX: SendContext["outbox"] = {
  deliver: () => Promise.reject(new Error("Trying credentials sends no message")),
};
