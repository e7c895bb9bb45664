import { z } from "zod";
import { isEmailAddress } from "#contract/constants/values/email-address.ts";
import { isWebAddress } from "#contract/constants/values/web-address.ts";
import type { CredentialChoice, CredentialField, CredentialType } from "#contract/providers.ts";

/** The zod object that is catalogue entry, form and validation of a provider's credentials at once. */
export type CredentialsSchema = z.ZodObject;

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

const secretKeys = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape).flatMap(([key, value]) => (metadata.get(value)?.secret ? [key] : []));

export function metadataOf(schema: z.core.$ZodType): FieldMetadata {
  const about = metadata.get(schema);
  if (!about) throw new TypeError("A credential must be made by one of the builders of providers/credentials.ts");
  return about;
}

export function isOptional(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}
