import { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { type CredentialsSchema, isOptional, metadataOf } from "./credentials.ts";

/** Credentials as stored with an integration, decrypted but not yet validated. */
export type StoredCredentials = Readonly<Record<string, unknown>>;

export interface CredentialProblem {
  field: string;
  remedy: string;
}
export type ParsedCredentials<S extends CredentialsSchema> =
  | { ok: true; credentials: z.output<S> }
  | { ok: false; problems: CredentialProblem[] };

/**
 * Stored credentials as the provider's own type, or what to change field by field. Empty values count as absent, and absent ones are read
 * under the key that they had formerly.
 */
export function parseCredentials<S extends CredentialsSchema>(
  provider: { credentials: S },
  stored: StoredCredentials,
): ParsedCredentials<S> {
  const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => !isBlank(value)));
  for (const [key, value] of Object.entries(provider.credentials.shape)) {
    const { formerKey } = metadataOf(value);
    if (formerKey !== undefined && given[key] === undefined && given[formerKey] !== undefined)
      given[key] = given[formerKey];
  }
  const parsed = provider.credentials.safeParse(given);
  if (parsed.success) return { ok: true, credentials: parsed.data };
  const problems = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const key = String(issue.path[0]);
    if (!problems.has(key)) problems.set(key, remedy(provider.credentials, key, given, issue));
  }
  return { ok: false, problems: [...problems].map(([name, advice]) => ({ field: name, remedy: advice })) };
}

/**
 * Credentials in the form in which they are stored: each field as its schema outputs it. Fields may be missing, but one that
 * is given must fit. Blank fields are left out, except that a blank switch is refused: it is neither on nor off. Fields that
 * the provider does not have are kept as they are.
 */
export function storableCredentials(
  { credentials: schema }: { credentials: CredentialsSchema },
  given: StoredCredentials,
): { ok: true; credentials: Record<string, unknown> } | { ok: false; problems: CredentialProblem[] } {
  const credentials: Record<string, unknown> = {};
  const problems: CredentialProblem[] = [];
  for (const [key, value] of Object.entries(given)) {
    const schemaOf = ownField(schema, key);
    if (isBlank(value) && !(schemaOf && isBlankSwitch(schemaOf, value))) continue;
    const parsed = schemaOf && z.safeParse(schemaOf, value);
    if (!parsed || parsed.success) credentials[key] = parsed ? parsed.data : value;
    else problems.push({ field: key, remedy: remedy(schema, key, given, parsed.error.issues[0]) });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, credentials };
}

/**
 * Whether the value at this path of stored credentials is a secret. What the provider does not know is one, because nothing
 * says that it is not.
 */
export function isSecretPath(schema: CredentialsSchema, [key = "", innerKey]: readonly string[]): boolean {
  const value = ownField(schema, key);
  if (!value) return true;
  const { secret: hidden, secretKeys: hiddenKeys = [] } = metadataOf(value);
  return hidden === true || (innerKey !== undefined && hiddenKeys.includes(innerKey));
}

/** The fields that say where requests go, and whose values differ; not those that say it no more and have no default. */
export function changedDestinations(
  schema: CredentialsSchema,
  stored: StoredCredentials,
  given: StoredCredentials,
): { key: string; displayName: string }[] {
  return Object.entries(schema.shape).flatMap(([key, value]) => {
    const { destination, displayName } = metadataOf(value);
    if (!destination || (isBlank(given[key]) && !isOptional(value))) return [];
    const [before, after] = [stored, given].map((credentials) => {
      const parsed = z.safeParse(value, isBlank(credentials[key]) ? undefined : credentials[key]);
      return parsed.success ? parsed.data : credentials[key];
    });
    return before === after ? [] : [{ key, displayName }];
  });
}

/** Whether the provider has a field of this key, or formerly had. */
export const isKnownKey = (schema: CredentialsSchema, key: string): boolean =>
  Object.hasOwn(schema.shape, key) || Object.values(schema.shape).some((value) => metadataOf(value).formerKey === key);

/** The values that must not be seen anywhere, whether or not the rest of the credentials is valid. */
export function secretValues(schema: CredentialsSchema, stored: StoredCredentials): string[] {
  return textsOf(stored, (path) => isSecretPath(schema, path)).flatMap((text) => [text, text.trim()]);
}

function textsOf(
  value: unknown,
  isWanted: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): string[] {
  if (typeof value === "string") return isWanted(path) && !isBlank(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, isWanted, [...path, key]));
}

const ownField = (schema: z.ZodObject, key: string): z.core.$ZodType | undefined =>
  Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;

const isBlankSwitch = (schema: z.core.$ZodType, value: unknown): boolean =>
  typeof value === "string" && ["switch", "boolean"].includes(metadataOf(schema).type);

function remedy(schema: CredentialsSchema, key: string, given: StoredCredentials, issue?: z.core.$ZodIssue): string {
  const value = ownField(schema, key);
  const name = value === undefined ? key : metadataOf(value).displayName;
  return key in given
    ? `correct "${name}": ${lowerFirst(issue === undefined ? "is not valid" : issueSentence(issue))}`
    : `fill in "${name}"`;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
