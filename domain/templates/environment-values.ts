import { SECRET_MASK } from "#contract/constants/templates/environment-variables.ts";

type Texts = Readonly<Record<string, string>>;

/** The variables of an environment that have a value in it, as templates and conditions read them under `env`. */
export interface EnvironmentValues {
  /** With the values of secrets: for what leaves for a vendor, and for decisions. */
  readonly revealed: Texts;
  /** With a mask in the place of each secret: for what is stored or shown. */
  readonly masked: Texts;
  readonly hasSecrets: boolean;
}

/** A variable in clear. */
export interface ClearVariable {
  key: string;
  isSecret: boolean;
  value: string;
}

export function environmentValues(variables: readonly ClearVariable[]): EnvironmentValues {
  return {
    revealed: Object.fromEntries(variables.map(({ key, value }) => [key, value])),
    masked: Object.fromEntries(variables.map(({ key, isSecret, value }) => [key, isSecret ? SECRET_MASK : value])),
    hasSecrets: variables.some(({ isSecret }) => isSecret),
  };
}

/** `env.name` and `env["name"]`; without a name, whatever stands behind `env` is not known before it is rendered. */
const NAMED = /\benv\b(?:\s*\.\s*([A-Za-z]\w*)|\s*\[\s*(["'])([A-Za-z]\w*)\2\s*\])?/g;

/**
 * Returns those of the values that templates may name: what is rendered in a thread is copied to it, and an organisation may have a
 * thousand. All of them where `env` stands without a name, as it may in prose; undefined where it does not stand at all.
 */
export function namedIn(values: EnvironmentValues, templates: readonly string[]): EnvironmentValues | undefined {
  const names = new Set<string>();
  let isNamed = false;
  for (const text of templates) {
    if (!text.includes("env")) continue;
    for (const [, dotted, , quoted] of text.matchAll(NAMED)) {
      const name = dotted ?? quoted;
      if (name === undefined) return values;
      isNamed = true;
      names.add(name);
    }
  }
  return isNamed ? onlyOf(values, names) : undefined;
}

function onlyOf({ revealed, masked }: EnvironmentValues, names: ReadonlySet<string>): EnvironmentValues {
  const only = (texts: Texts): Texts =>
    Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(texts, name) ? [[name, texts[name] ?? ""]] : [])));
  const some = { revealed: only(revealed), masked: only(masked) };
  return { ...some, hasSecrets: secretsOf(some).length > 0 };
}

/** The values of secrets, in clear. */
export const secretsOf = ({ revealed, masked }: Pick<EnvironmentValues, "revealed" | "masked">): string[] =>
  Object.entries(revealed).flatMap(([key, value]) => (masked[key] === value ? [] : [value]));

/** Shorter secrets are looked for nowhere: each "a" of a text would go. */
const FOUND_FROM = 8;

/** The text with masks where it repeats a secret of at least eight characters, as an answer may that echoes its request. */
export function withoutEchoes(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (rest, secret) => (secret.length < FOUND_FROM ? rest : rest.replaceAll(secret, SECRET_MASK)),
    text,
  );
}
