import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import type { AnyProvider } from "#providers/provider.ts";
import { changedDestinations, isKnownKey, isSecretPath, storableCredentials } from "#providers/stored-credentials.ts";
import { valueAt } from "./stored-secrets.ts";

type Credentials = Readonly<Record<string, unknown>>;

/**
 * A stored secret goes only where it was entered for: throws `invalid_input` with the fields of the secrets that `given` has from
 * `stored`, and not from what the caller `sent` in clear, where it also changes the address that they go to.
 */
export function requireSecretsAnew(
  provider: AnyProvider,
  { sent, given, stored }: { sent: Credentials; given: Credentials; stored: Credentials },
): void {
  const { credentials: schema } = provider;
  const changed = changedDestinations(schema, stored, given);
  if (changed.length === 0) return;
  const names = changed.map(({ displayName }) => `"${displayName}"`).join(" and ");
  const problems: string[] = [];
  mapLeaves(stored, (secret, path) => {
    const [key = ""] = path;
    if (secret === null || secret === "" || typeof secret === "boolean") return;
    if (!isKnownKey(schema, key) || !isSecretPath(schema, path) || valueAt(given, path) !== secret) return;
    if (isSentInClear(provider, sent, path, secret)) return;
    problems.push(
      `credentials.${path.join(".")}: enter it again, because ${names} changed: what is stored is not sent to another address`,
    );
  });
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
}

/** As the field reads it: a structure may have come as JSON text. */
function isSentInClear(provider: AnyProvider, sent: Credentials, path: readonly string[], secret: unknown): boolean {
  const [key = ""] = path;
  const read = storableCredentials(provider, { [key]: sent[key] });
  return read.ok && valueAt(read.credentials, path) === secret;
}
