import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { IntegrationPace } from "#contract/integration-pace.ts";
import type { SecretSetting } from "#contract/integrations.ts";
import type { CredentialField } from "#contract/providers.ts";
import type { Filter } from "#contract/schemas/conditions.ts";

/** The form of an integration, whose credentials are those of the catalogue. */
export interface CredentialsInput {
  name: string;
  active: boolean;
  /** Whether the provider is not asked if it takes the credentials. */
  isUnchecked: boolean;
  credentials: Record<string, string | boolean>;
  /** Which tenants it sends for; all without any. */
  conditions: Filter[];
  /** null where the provider's limit holds. */
  pace: Record<keyof IntegrationPace, number | null>;
}

export const initialPace = (pace: IntegrationPace | null | undefined): CredentialsInput["pace"] => ({
  perSecond: pace?.perSecond ?? null,
  burst: pace?.burst ?? null,
  concurrent: pace?.concurrent ?? null,
});

/** Returns the limits that are set; null where none is. */
export function sentPace(given: CredentialsInput["pace"]): IntegrationPace | null {
  const set = Object.entries(given).filter(([, limit]) => limit !== null);
  return set.length > 0 ? (Object.fromEntries(set) as IntegrationPace) : null;
}

type Stored = Readonly<Record<string, unknown>>;

/** The end of a masked secret. */
const endOf = (masked: unknown): string | undefined =>
  typeof masked === "string" && masked.startsWith(SECRET_PREFIX)
    ? `•••• ${masked.slice(SECRET_PREFIX.length)}`
    : undefined;

/** Returns what stands in the empty field of a secret that is stored. */
export const storedSecret = ({ key, secret }: CredentialField, stored: Stored): string | undefined =>
  secret && stored[key] !== undefined ? (endOf(stored[key]) ?? "Stored") : undefined;

const BY: Readonly<Record<SecretSetting["by"], string>> = {
  member: "a member",
  former_member: "a former member",
  key: "an API key",
};

/** Says when a secret was set, and by whom; undefined where that was not noted. */
export const secretSetting = (setting: SecretSetting | undefined): string | undefined =>
  setting && `Set on ${DAY.format(new Date(setting.at))} by ${setting.name ?? BY[setting.by]}`;

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** Returns the fields as a form begins with them: secrets are never filled. */
export function initialCredentials(
  fields: readonly CredentialField[],
  stored: Stored,
): CredentialsInput["credentials"] {
  return Object.fromEntries(
    fields.map((field) => {
      const value = field.secret ? undefined : (stored[field.key] ?? field.value);
      if (field.type === "switch" || field.type === "boolean") return [field.key, value === true];
      return [field.key, value === undefined || value === null ? "" : textOf(value)];
    }),
  );
}

/** Returns the credentials with empty fields of secrets. */
export const withoutSecrets = (
  fields: readonly CredentialField[],
  given: CredentialsInput["credentials"],
): CredentialsInput["credentials"] => ({
  ...given,
  ...Object.fromEntries(fields.flatMap(({ key, secret }) => (secret ? [[key, ""]] : []))),
});

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value, null, 2) : String(value));

/** Returns the credentials to send: a secret that nobody has typed is left out, by which the stored one stays. */
export function sentCredentials(
  fields: readonly CredentialField[],
  given: CredentialsInput["credentials"],
  stored: Stored,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, type, secret }): [string, unknown][] => {
      const value = given[key];
      if (typeof value === "boolean") return [[key, value]];
      const text = value?.trim() ?? "";
      if (text !== "") return [[key, type === "number" && Number.isFinite(Number(text)) ? Number(text) : text]];
      // An empty text takes away what is stored.
      return secret || stored[key] === undefined ? [] : [[key, ""]];
    }),
  );
}
