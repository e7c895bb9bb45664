import { z } from "zod";

/** A wrong or missing environment variable. The message is one sentence per variable and names the remedy. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The text that counts when a variable is not given. */
type Default = string | { readonly development: string; readonly production: string };

const declarations = z.registry<{ variable: string; otherwise: Default | null }>();

/**
 * Declares a setting by its variable; without a default it is null when not given. The messages of its schema end the sentence "set it
 * to ...", and its docstring is what README.md says about it.
 */
export function setting<T>(variable: string, values: z.ZodType<T>, otherwise: Default): z.ZodType<T>;
export function setting<T>(variable: string, values: z.ZodType<T>): z.ZodType<T | null>;
export function setting<T>(variable: string, values: z.ZodType<T>, otherwise: Default | null = null) {
  const parsed = z.unknown().transform((text, context) => {
    if (text === null) return null;
    const result = values.safeParse(text);
    if (result.success) return result.data;
    context.addIssue(`${variable} has a value that does not fit: set it to ${result.error.issues[0]?.message}.`);
    return z.NEVER;
  });
  return parsed.register(declarations, { variable, otherwise });
}

/** Declares settings that are given together or not at all, which is null. */
export function together<Shape extends Record<string, z.ZodType<string | null>>>(shape: Shape, reason: string) {
  return z.object(shape).transform((given, context) => {
    const missing = Object.entries(shape).filter(([key]) => Object(given)[key] === null);
    if (missing.length === 0) return withoutNulls<keyof Shape>(given);
    if (missing.length === Object.keys(shape).length) return null;
    for (const [, schema] of missing) context.addIssue(`${declarations.get(schema)?.variable} is missing: ${reason}.`);
    return z.NEVER;
  });
}

/** The compiler does not see that each value was compared with null. */
const withoutNulls = <Key extends PropertyKey>(given: unknown) => given as Readonly<Record<Key, string>>;

/**
 * Reads the settings of a schema from environment variables.
 * @throws ConfigError with one sentence for each variable that does not fit.
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const result = schema.safeParse(textsOf(schema, env));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ message }) => message).join("\n"));
}

/** Returns the texts of a setting's variable, or of all in a group, in the group's shape. */
function textsOf(schema: z.core.$ZodType, env: NodeJS.ProcessEnv): unknown {
  const setting = declarations.get(schema);
  if (setting) return textOf(setting.variable, env) || defaultText(setting.otherwise, env);
  const group = schema instanceof z.ZodPipe ? schema.in : schema;
  if (!(group instanceof z.ZodObject))
    throw new TypeError("The configuration consists of settings and groups of them.");
  return Object.fromEntries(Object.entries(group.shape).map(([key, inner]) => [key, textsOf(inner, env)]));
}

// An empty value means "not given": compose files and shells often pass one. Proxies are commonly named in lower case.
const textOf = (variable: string, env: NodeJS.ProcessEnv) =>
  (variable.endsWith("_PROXY") && env[variable.toLowerCase()]?.trim()) || env[variable]?.trim();

const defaultText = (otherwise: Default | null, env: NodeJS.ProcessEnv) =>
  otherwise === null || typeof otherwise === "string"
    ? otherwise
    : otherwise[textOf("BELFRY_MODE", env) === "development" ? "development" : "production"];
