import { SECRET_CREDENTIALS } from "#contract/constants/provider-ids.ts";
import { ENCRYPTED_PREFIX } from "#db/encryption.ts";
import { DomainError } from "#domain/errors.ts";
import { parseCredentials } from "#providers/credentials.ts";
import { createHttp } from "#providers/http.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { AppConfig } from "../app.ts";

type Credentials = Readonly<Record<string, unknown>>;

/** Throws `invalid_input` with what to fill in or correct, field by field. */
export function requireComplete(provider: AnyProvider, credentials: Credentials): void {
  const parsed = parseCredentials(provider, credentials);
  if (parsed.ok) return;
  throw new DomainError(
    "invalid_input",
    parsed.problems.map(({ field, remedy }) => `credentials.${field}: ${remedy}`),
  );
}

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
export function refuseEncrypted(credentials: Credentials): void {
  const issues = SECRET_CREDENTIALS.filter((field) => String(credentials[field] ?? "").startsWith(ENCRYPTED_PREFIX));
  if (issues.length === 0) return;
  throw new DomainError(
    "invalid_input",
    issues.map((field) => `credentials.${field} must not start with ${ENCRYPTED_PREFIX}: send it in clear`),
  );
}
