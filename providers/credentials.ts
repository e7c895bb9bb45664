import { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import type { CredentialChoice, CredentialField, CredentialType } from "#contract/providers.ts";

/** The zod object that is catalogue entry, form and validation of a provider's credentials at once. */
export type CredentialsSchema = z.ZodObject;
/** Credentials as stored with an integration, decrypted but not yet validated. */
export type StoredCredentials = Readonly<Record<string, unknown>>;

interface FieldMetadata {
  displayName: string;
  type: CredentialType;
  description?: string;
  /** Filled in by forms, until somebody changes it. */
  value?: string;
  secret?: true;
  /** Whether it says, alone or with others, to which address requests go. */
  destination?: true;
  dropdown?: CredentialChoice[];
  /** The key under which the value of older integrations is stored. */
  formerKey?: string;
  /** The fields of a structure that were made by `secret`. */
  secretKeys?: string[];
}
type Extra = Partial<Pick<FieldMetadata, "type" | "description" | "value" | "formerKey" | "destination">>;

const metadata = z.registry<FieldMetadata>();

function field<S extends z.ZodType>(schema: S, about: FieldMetadata): S {
  metadata.add(schema, about);
  return schema;
}

const nonEmptyText = () => z.string({ error: "must be a text" }).trim().min(1);

export function text(displayName: string, extra: Extra = {}) {
  return field(nonEmptyText(), { displayName, type: "string", ...extra });
}

/** A text of one form, such as a version. */
export function pattern(displayName: string, { form, error, ...extra }: Extra & { form: RegExp; error: string }) {
  return field(nonEmptyText().regex(form, { error }), { displayName, type: "string", ...extra });
}

const webAddress = () => nonEmptyText().refine(isWebAddress, { error: "must be an http or https address, in full" });

/** An http or https address. */
export function webUrl(displayName: string, extra: Extra = {}) {
  return field(webAddress(), { displayName, type: "string", ...extra });
}

/** An address that lets whoever has it write there. */
export function secretUrl(displayName: string, extra: Extra = {}) {
  return field(webAddress(), { displayName, type: "string", secret: true, ...extra });
}

/**
 * A text that is encrypted at rest, masked in answers and redacted in errors, as a field of the credentials or of a
 * structure in them. Type "text" makes its input many lines high.
 */
export function secret(displayName: string, extra: Extra = {}) {
  return field(nonEmptyText(), { displayName, type: "string", secret: true, ...extra });
}

/** The address mails come from unless a trigger overrides it; with `senderName` the end of every email entry. */
export function fromAddress() {
  return field(nonEmptyText().pipe(z.string().refine(isEmailAddress, { error: "must be an email address" })), {
    displayName: "From email address",
    type: "string",
    description: "An address that your mail provider lets this account send from",
  });
}

export function senderName() {
  return text("Sender name");
}

/** The port of an address that `host` names. */
export function port() {
  return number("Port", { min: 1, max: 65_535, destination: true });
}

/** A whole number, which forms may send as text. */
export function number(displayName: string, { min, max, ...extra }: Extra & { min: number; max: number }) {
  const error = `must be a whole number from ${min} to ${max}`;
  const whole = z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
  const written = z.string().trim().regex(/^\d+$/).transform(Number);
  return field(z.union([whole, written.pipe(whole)], { error }), { displayName, type: "number", ...extra });
}

/** Yes or no, which forms may send as the texts "true" and "false". */
export function toggle(displayName: string, extra: Extra = {}) {
  const written = z.enum(["true", "false"]).transform((answer) => answer === "true");
  return field(z.union([z.boolean(), written], { error: "must be true or false" }), {
    displayName,
    type: "switch",
    ...extra,
  });
}

/**
 * One of a few values; the choice without a value is what an absent credential means. `formerly` says which value older
 * ones stand for.
 */
export function choice<const Value extends string>(
  displayName: string,
  choices: readonly { name: string; value: Value | null }[],
  { formerly = {}, ...extra }: Extra & { formerly?: Readonly<Record<string, Value>> } = {},
) {
  const values = choices.flatMap(({ value }) => (value === null ? [] : [value]));
  const schema = z.preprocess((given) => formerly[String(given)] ?? given, z.enum(values));
  return field(schema, { displayName, type: "dropdown", dropdown: [...choices], ...extra });
}

/** A structure, which forms may send as JSON text. */
export function structure<S extends z.ZodType>(displayName: string, schema: S, extra: Extra = {}) {
  const parsed = z.preprocess((given, context) => {
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given);
    } catch {
      context.addIssue({ code: "custom", message: "must be valid JSON" });
      return z.NEVER;
    }
  }, schema);
  return field(parsed, {
    displayName,
    type: "object",
    ...(schema instanceof z.ZodObject && { secretKeys: secretKeys(schema) }),
    ...extra,
  });
}

/** The same field, not required. */
export function optional<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  return field(schema.optional(), metadataOf(schema));
}

/** The fields of a catalogue entry, in the order the provider lists them. */
export function credentialFields(schema: CredentialsSchema): CredentialField[] {
  return Object.entries(schema.shape).map(([key, value]) => {
    const {
      secret: hidden,
      destination,
      dropdown,
      description,
      secretKeys: _keys,
      formerKey: _former,
      ...about
    } = metadataOf(value);
    return {
      key,
      ...about,
      required: !isOptional(value),
      ...(description === undefined ? {} : { description }),
      ...(hidden === undefined ? {} : { secret: hidden }),
      ...(destination === undefined ? {} : { destination }),
      ...(dropdown === undefined ? {} : { dropdown }),
    };
  });
}

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

const secretKeys = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((key) => {
    const value = ownField(schema, key);
    return value !== undefined && metadata.get(value)?.secret === true;
  });

const isBlankSwitch = (schema: z.core.$ZodType, value: unknown): boolean =>
  typeof value === "string" && ["switch", "boolean"].includes(metadataOf(schema).type);

function remedy(schema: CredentialsSchema, key: string, given: StoredCredentials, issue?: z.core.$ZodIssue): string {
  const value = ownField(schema, key);
  const name = value === undefined ? key : metadataOf(value).displayName;
  return key in given
    ? `correct "${name}": ${lowerFirst(issue === undefined ? "is not valid" : issueSentence(issue))}`
    : `fill in "${name}"`;
}

function metadataOf(schema: z.core.$ZodType): FieldMetadata {
  const about = metadata.get(schema);
  if (!about) throw new TypeError("A credential must be made by one of the builders of providers/credentials.ts");
  return about;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
