import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { jsonOf } from "../http/http-reply.ts";

/** A refusal as a vendor puts it: its codes, the most certain one first, and its message in one line. */
export interface VendorWords {
  codes: readonly string[];
  message?: string;
}

/** Names under which vendors put a message, and those under which they add to it, the ones that say most first. */
const MESSAGES = [
  ..."error-text error_text errortext errormessage error_message error_msg error_description errordescription".split(
    " ",
  ),
  ..."message msg description response_msg responsemessage title detail details detailed_error reason reject_reason".split(
    " ",
  ),
  ..."error errors text response status status_text name type".split(" "),
];
const ADDITIONS = ["details", "detail", "description", "detailed_error"];
const CODES = [
  ..."error_subcode errorcode error_code error-code code mj_code statuscode status_code response_code".split(" "),
  ..."errortype error_type __type messageid reject_reason reason error type name status id success_code".split(" "),
];

/** Names under which vendors list what is wrong by field. */
const BY_FIELD = ["errors", "validationerrors", "fielderrors"];

/** Enough for whatever is shown: the last cut comes after the secrets are redacted, so that it leaves no part of one. */
const VENDOR_WORDS_MAX = 10_000;
const FIRST_WORDS = 3;
/** Of one answer; what lies deeper or comes later says nothing more. */
const MOST_VALUES = 200;

/** One line, without characters that have no picture. */
const oneLine = (text: string): string =>
  text
    .slice(0, VENDOR_WORDS_MAX)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

/** Reads what an answer says in any of the forms that vendors have: JSON, XML, a page or a plain text. */
export function vendorWords(answer: string): VendorWords {
  const parsed = jsonOf(answer);
  if (isJsonObject(parsed) || Array.isArray(parsed)) return wordsOf(valuesIn(parsed));
  if (typeof parsed === "string") return plainWords(parsed);
  if (parsed === null || typeof parsed === "boolean") return { codes: [] };
  return answer.trimStart().startsWith("<") ? wordsOf(elementsIn(answer)) : plainWords(answer);
}

interface Value {
  key: string;
  value: string;
}

/**
 * Returns the name under which a value is read: `detail` for one that a vendor lists by a field of its request, as in
 * `{"errors": {"from.email": ["..."]}}`, as it says more about the message beside it.
 */
const nameIn = (parent: string, name: string): string =>
  BY_FIELD.includes(parent) && !MESSAGES.includes(name) && !CODES.includes(name) ? "detail" : name;

/** The texts and numbers of a value, each with the name that it has, in the order of their depth. */
function valuesIn(root: unknown): Value[] {
  const found: Value[] = [];
  let level: { key: string; value: unknown }[] = [{ key: "", value: root }];
  while (level.length > 0 && found.length < MOST_VALUES) {
    const next: typeof level = [];
    for (const { key, value } of level) {
      if (typeof value === "string" || typeof value === "number") found.push({ key, value: String(value) });
      else if (Array.isArray(value))
        next.push(...value.slice(0, MOST_VALUES).map((item: unknown) => ({ key, value: item })));
      else if (isJsonObject(value)) {
        next.push(
          ...Object.entries(value)
            .slice(0, MOST_VALUES)
            .map(([name, inner]) => ({ key: nameIn(key, name.toLowerCase()), value: inner })),
        );
      }
    }
    level = next.slice(0, MOST_VALUES);
  }
  return found;
}

/** The elements of an XML text or a page that hold nothing but text. */
const elementsIn = (xml: string): Value[] =>
  [...xml.matchAll(/<([A-Za-z][\w.:-]*)(?:[\s/][^<>]*)?>([^<>]+)</g)].map(([, key = "", value = ""]) => ({
    key: key.toLowerCase(),
    value: value.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => ENTITIES[entity] ?? entity),
  }));

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
};

function wordsOf(values: readonly Value[]): VendorWords {
  const named = (names: readonly string[]) => names.flatMap((name) => values.filter(({ key }) => key === name));
  const codes = named(CODES).map(({ value }) => value.trim());
  const sentences = named(MESSAGES).map(({ key, value }) => ({ key, value: oneLine(value) }));
  // A word alone is a name, which says less than a sentence further down.
  const main = sentences.find(({ value }) => /\s/.test(value)) ?? sentences.find(({ value }) => /\p{L}/u.test(value));
  if (main === undefined) return { codes };
  const more = named(ADDITIONS)
    .map(({ value }) => oneLine(value))
    .find((value) => value !== main.value && /\s/.test(value));
  const said = more === undefined ? main.value : `${main.value.replace(/[.:]$/, "")}: ${more}`;
  return { codes, message: oneLine(said) };
}

/** One of the first words of a text may be its code, as in `error | 311 | ...`. */
function plainWords(text: string): VendorWords {
  const message = oneLine(text);
  const codes = (message.match(/[\w-]+/g) ?? []).slice(0, FIRST_WORDS);
  return { codes, ...(/\p{L}/u.test(message) && { message }) };
}
