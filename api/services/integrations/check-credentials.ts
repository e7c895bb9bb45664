import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { createHttp } from "#providers/http/http.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { ProviderError } from "#providers/provider-error.ts";
import {
  type CredentialProblem,
  isSecretPath,
  parseCredentials,
  storableCredentials,
} from "#providers/stored-credentials.ts";
import type { AppConfig } from "../../app-config.ts";
import { requireSecretsAnew } from "./secret-destinations.ts";
import { withLeftOut, withUnmasked } from "./stored-secrets.ts";

type Credentials = Readonly<Record<string, unknown>>;

/** Throws `invalid_input` with what to fill in or correct, field by field. */
export function requireComplete(provider: AnyProvider, credentials: Credentials): void {
  const parsed = parseCredentials(provider, credentials);
  if (!parsed.ok) throw refused(parsed.problems);
}

/**
 * The credentials in the form in which they are stored, in clear. Secrets that are masked or left out are those of `stored`;
 * a blank one removes what is stored. Throws `invalid_input` for each one that does not fit its field, for a text that looks masked
 * or encrypted, and for each secret that would go to another address than the one that it was entered for.
 */
export function readCredentials(
  provider: AnyProvider,
  credentials: Credentials,
  stored: Credentials = {},
): Record<string, unknown> {
  const secrets = { stored, isSecret: (path: readonly string[]) => isSecretPath(provider.credentials, path) };
  const read = storableCredentials(provider, withUnmasked(credentials, secrets));
  if (!read.ok) throw refused(read.problems);
  // Once more, because a structure may have come as JSON text.
  const given = withUnmasked(read.credentials, secrets);
  refuseMasked(given, secrets.isSecret);
  const complete = withLeftOut(credentials, given, secrets);
  requireSecretsAnew(provider, { sent: credentials, given: complete, stored });
  return complete;
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
  config: Pick<AppConfig, "allowPrivateHosts" | "proxy" | "installation">,
): Promise<void> {
  if (provider.channel !== "email") return;
  const { allowPrivateHosts, proxy } = config;
  const http = createHttp({ allowPrivateHosts, proxy });
  try {
    const tools = { http, allowPrivateHosts, installation: config.installation };
    const session = await provider.open(credentials, tools);
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

/** Throws `invalid_input` for a value with the prefix of masked and encrypted ones that is not the mask of what is stored. */
function refuseMasked(credentials: Credentials, isSecret: (path: readonly string[]) => boolean): void {
  const problems: string[] = [];
  mapLeaves(credentials, (leaf, path) => {
    if (typeof leaf !== "string" || !leaf.startsWith(SECRET_PREFIX)) return;
    const remedy = isSecret(path)
      ? "is not the mask of the secret that is stored: send the secret in clear, or leave it out to keep the stored one"
      : "send it in clear";
    problems.push(`credentials.${path.join(".")} must not start with ${SECRET_PREFIX}: ${remedy}`);
  });
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
}
