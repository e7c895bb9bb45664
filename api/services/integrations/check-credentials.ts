import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { TestedCredentials } from "#contract/integrations.ts";
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

/** Throws `invalid_input` with what the provider says of credentials that it does not take. */
export async function tryCredentials(...asked: Parameters<typeof askProvider>): Promise<void> {
  const { message } = await askProvider(...asked);
  if (message === null) return;
  throw new DomainError(
    "invalid_input",
    `The credentials do not work: ${message}. Correct them, or have them stored without a test`,
  );
}

/** Asks the provider whether it takes the credentials, where there is a way to do so without sending: that is email alone. */
export async function askProvider(
  provider: AnyProvider,
  credentials: Credentials,
  config: Pick<AppConfig, "allowPrivateHosts" | "proxy" | "installation">,
): Promise<TestedCredentials> {
  if (provider.channel !== "email") return { result: "unknown", message: null };
  const { allowPrivateHosts, proxy } = config;
  const http = createHttp({ allowPrivateHosts, proxy });
  try {
    const tools = { http, allowPrivateHosts, installation: config.installation };
    const session = await provider.open(credentials, tools);
    const isAsked = await session.check().finally(() => session.close());
    return { result: isAsked ? "accepted" : "unknown", message: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { result: "refused", message: error.message };
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
