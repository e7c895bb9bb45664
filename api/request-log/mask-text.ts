import { endOfText } from "#contract/constants/values/exact-json.ts";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { isSecretHeader } from "#domain/values/request-secrets.ts";
import { isSecretName, redactQuery } from "#telemetry/redact-query.ts";

/** Fields whose values are secret as a whole, whatever their parts are called. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "credentials",
  "cookie",
  "devicetokens",
  "slackurl",
  "tokens",
  "webhookurl",
]);

/** The list or object that is open at a place of a JSON text. */
interface Level {
  isObject: boolean;
  /** All that is in it is masked. */
  isSecret: boolean;
  /** Its values are those of headers. */
  isHeaders: boolean;
  /** The name of the value that follows. */
  name: string;
}

const OUTSIDE: Level = { isObject: false, isSecret: false, isHeaders: false, name: "" };
const SPACES = /\s/;
const LITERAL_END = /[\s,\]}:]/;
const IS_NUMBER = /^-?\d/;

/**
 * Masks the values of secret fields in a JSON text, which may be only its beginning: by the names of the fields, those in `names`, and the
 * headers of HTTP requests. Everything else stays as it was written.
 */
export function maskText(text: string, names: readonly string[] = []): string {
  const own = new Set(names.map((name) => name.toLowerCase()));
  const levels: Level[] = [];
  let level = OUTSIDE;
  let masked = "";
  let copied = 0;
  const replace = (from: number, to: number, value: string) => {
    masked += text.slice(copied, from) + value;
    copied = to;
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "{" || character === "[") {
      const isSecret = isSecretAt(level, own);
      const isHeaders = level.isHeaders || level.name.toLowerCase() === "headers";
      levels.push(level);
      level = { isObject: character === "{", isSecret, isHeaders, name: character === "[" ? level.name : "" };
    } else if (character === "}" || character === "]") {
      level = levels.pop() ?? OUTSIDE;
    } else if (character === '"') {
      const end = endOfText(text, index);
      const inner = text.slice(index + 1, end);
      if (level.isObject && isName(text, end + 1)) level.name = read(inner) ?? "";
      else {
        const value = maskedValue(inner, level, own);
        if (value !== inner) replace(index + 1, end, value);
      }
      index = end;
    } else if (!/[\s,:]/.test(character)) {
      const end = endOfLiteral(text, index);
      if (IS_NUMBER.test(text.slice(index, end)) && isSecretAt(level, own)) replace(index, end, `"${SECRET_PREFIX}"`);
      index = end - 1;
    }
  }
  return masked + text.slice(copied);
}

/** Whether a text that is no JSON could hold a secret: where one ends cannot be said there. */
export const mayHoldSecret = (text: string): boolean =>
  /token|secret|pass|signature|authorization|credential|cookie|key|hash/i.test(text);

const isSecretAt = ({ isSecret, name }: Level, own: ReadonlySet<string>): boolean =>
  isSecret || SECRET_FIELDS.has(name.toLowerCase()) || own.has(name.toLowerCase()) || isSecretName(name);

function maskedValue(inner: string, level: Level, own: ReadonlySet<string>): string {
  const value = read(inner);
  if (isSecretAt(level, own) && inner !== "") return value === undefined ? SECRET_PREFIX : masked(value);
  if (level.isHeaders && level.name !== "key" && isSecretHeader(level.name === "value" ? "" : level.name, inner)) {
    return value === undefined ? SECRET_PREFIX : masked(value);
  }
  return inner.includes("://") ? redactQuery(inner) : inner;
}

/** As it stands in a JSON text. */
const masked = (value: string): string => JSON.stringify(maskedSecret(value)).slice(1, -1);

/** The text that is written so in JSON; undefined where it was cut. */
function read(inner: string): string | undefined {
  if (!inner.includes("\\")) return inner;
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return undefined;
  }
}

function isName(text: string, after: number): boolean {
  let index = after;
  while (SPACES.test(text.charAt(index))) index += 1;
  return text.charAt(index) === ":";
}

function endOfLiteral(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !LITERAL_END.test(text.charAt(end))) end += 1;
  return end;
}
