import { ENCRYPTED_PREFIX } from "#db/encryption.ts";
import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { type CredentialProblem, parseCredentials, storableCredentials } from "#providers/credentials.ts";
import { createHttp } from "#providers/http.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { AppConfig } from "../app.ts";

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
  { allowPrivateHosts, proxy }: Pick<AppConfig, "allowPrivateHosts" | "proxy">,
): Promise<void> {
  if (provider.channel !== "email") return;
  const http = createHttp({ allowPrivateHosts, proxy });
  try {
    const session = await provider.open(credentials, { http, allowPrivateHosts });
    await session.check().finally(() => session.close());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError(
      "invalid_input",
      `The credentials do not work: ${error.message}. Correct them, or send "check": false to store them untried`,
    );
  } finally {
    await http.close();
  }
}

/** Throws `invalid_input` for a value with the prefix by which encrypted ones are recognised, so that nobody may send one. */
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
