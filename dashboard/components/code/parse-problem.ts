import { LiquidError } from "liquidjs";
import { TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";
import { similarName } from "./similar-name.ts";

/** Something to mend between two places of the text, which count from 0. */
export interface Problem {
  from: number;
  to: number;
  /** `info` is right as it is, and shown for what the member looks at: a value that the data of a preview lacks. */
  severity: "error" | "warning" | "info";
  message: string;
}

/** The messages of LiquidJS about a text that it cannot parse, in the words of the screens. */
const TEXTS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/^output .*not closed/s, "}} is missing, or a quotation mark."],
  [/^tag ".*not closed/s, "%} is missing, or a quotation mark."],
  [
    /^(?:tag \{%-?\s*(\w+)\b|(raw) ).*not closed/s,
    (tag, raw) => `{% end${tag ?? raw} %} is missing for {% ${tag ?? raw} %}.`,
  ],
  [/^tag "(else|elsif|when)" not found/, (name) => `{% ${name} %} is in no block that it could belong to.`],
  [/^tag "end(\w*)" not found/, (name) => `{% end${name} %} closes nothing here: {% ${name} %} is missing before it.`],
  [/^tag "(.*)" not found/s, unknownTag],
  [/^illegal tag: \{%-?\s*(for|each|tablerow)\b/, (name) => `Write {% ${name} item in list %}.`],
  [
    /^(?:invalid value expression|unexpected token): ?""|^unexpected token "", value/,
    "A variable or a value is missing.",
  ],
  [
    /^invalid value expression: "(.*)"|^unexpected token "(.*)", value/s,
    (a, b) => `${a ?? b} is no variable or value.`,
  ],
  [/^expected "\|" before filter/, "This is not expected here: a filter begins with |, and == compares."],
  [/^expected filter name/, "The name of a filter is missing after |."],
  [/^expected ":" after filter name/, "A colon is missing between the filter and its arguments."],
  [/^unexpected character (.*)/s, (found) => `${found} is not expected here: a comma separates arguments.`],
  [/^\[ not closed/, "] is missing."],
  [/^invalid range syntax|^unbalanced parentheses/, ") is missing."],
  [/^expected "="/, "= is missing: write {% assign name = value %}."],
  [/^expected variable name|^invalid capture name/, "The name of a variable is missing."],
  [/^illegal tag syntax|^illegal liquid tag syntax/, "The name of a tag is missing after {%."],
  [/^empty candidates/, 'Values are missing: write {% cycle "a", "b" %}.'],
  [/^duplicated else/, "A block has one {% else %} at most."],
  [/^unexpected elsif after else/, "{% elsif %} comes before {% else %}."],
];

/** Returns the problem of a text that LiquidJS refused with this error, which is thrown again when it is another. */
export function parseProblem(error: unknown, text: string): Problem {
  if (!LiquidError.is(error)) throw error;
  const { token, originalError } = error;
  const reason = (originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, "");
  // LiquidJS has read the unexpected character already.
  const begin = reason.startsWith('expected "|"') ? token.begin - 1 : token.begin;
  const from = Math.min(begin, text.length);
  const [first] = text.slice(from, Math.max(token.end, from)).split("\n");
  return { from, to: from + (first ?? "").trimEnd().length, severity: "error", message: inWords(reason) };
}

function inWords(reason: string): string {
  for (const [pattern, words] of TEXTS) {
    const found = pattern.exec(reason);
    if (found) return typeof words === "string" ? words : words(...found.slice(1));
  }
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function unknownTag(name: string): string {
  const names = TEMPLATE_TAGS.flatMap((tag) => (name.startsWith("end") ? (tag.end ?? []) : tag.name));
  const meant = similarName(name, names);
  return `There is no tag ${name}.${meant ? ` Did you mean ${meant}?` : ""}`;
}
