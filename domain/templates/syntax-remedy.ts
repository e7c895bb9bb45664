import { closest, distance } from "fastest-levenshtein";
import type { LiquidError } from "liquidjs";

/** The longest expression that is looked into, in characters. */
const REMEDIED_EXPRESSION_MAX = 500;
const STRINGS = /"[^"]*"|'[^']*'/g;

/** Slips of people who know another language, or whose editor has changed the text. The first that is found counts. */
const SLIPS: readonly [slip: RegExp, remedy: (found: string) => string][] = [
  [/[‘’‚“”„«»]/, (found) => `write straight quotes (" or ') in place of ${found}`],
  // slow-expression: reads no more than REMEDIED_EXPRESSION_MAX
  [/<\/?[a-z]\w*[^<>]*>/i, (found) => `take ${found} out of the braces`],
  [/&#?\w+;/, (found) => `write the character itself in place of ${found}`],
  [/[!=]==/, (found) => `write ${found.slice(0, 2)} in place of ${found}`],
  [/&&/, () => "write and in place of &&"],
  [/\|\|/, () => "write or in place of ||"],
  [/[^\s=!<>]\s*\?[^?]*:/, () => "write {% if a %}b{% else %}c{% endif %} in place of a ? b : c"],
  [/(?:^|\s|\()!\s*[\w(]/, () => "write {% unless a %}, or a == false, in place of !a"],
  [/\|\s*\w+\s*\(/, () => "write the arguments of a filter after a colon, without parentheses: a | append: 'b'"],
  // slow-expression: reads no more than REMEDIED_EXPRESSION_MAX
  [/^\s*\w+\s+[^=!<>]*[^=!<>\s]\s*=(?!=)/, () => "compare with == in place of ="],
  [/\w\s*[+*/]\s*\w|\w\s+-\s+\w/, () => "calculate with filters: plus, minus, times, divided_by, as in a | plus: b"],
  // slow-expression: reads no more than REMEDIED_EXPRESSION_MAX
  [/\((?!.*\.\.)/, () => "leave out the parentheses: assign a part to a variable first, or nest {% if %}"],
  [/\.\.|\.\s*$|\.\s*\|/, () => "write one name after each dot: user.name"],
  [/\$\w+/, (found) => `write ${found.slice(1)} in place of ${found}`],
];

const TAGS_OF_OTHERS: Readonly<Record<string, string>> = {
  elseif: "write elsif",
  elif: "write elsif",
  foreach: "write for, as in {% for item in items %}",
  set: "write assign, as in {% assign a = b %}",
  end: "write the name of the tag that ends, as in {% endif %}",
  include: "templates cannot take in others: write the text itself",
  render: "templates cannot take in others: write the text itself",
};

/** Returns what to write instead of what cannot be parsed; undefined where nothing better is known than the fault itself. */
export function syntaxRemedy(
  error: LiquidError,
  known: { tags: readonly string[]; filters: readonly string[] },
): string | undefined {
  const fault = error.originalError?.message ?? error.message;
  const expression = expressionAt(error.token.input, error.token.begin);
  const inner = expression.replace(/^\{[{%]-?|-?[%}]\}$/g, "");
  const code = inner.replace(STRINGS, "''");
  const filter = /undefined filter: (\S+)/.exec(fault)?.[1];
  if (filter !== undefined) return nearest(filter, known.filters);
  const tag = /^tag "(\w+)" not found/.exec(fault)?.[1];
  if (tag !== undefined) {
    return TAGS_OF_OTHERS[tag] ?? endOfNothing(tag) ?? nearest(tag, known.tags);
  }
  const open = /^tag \{%-?\s*(\w+)/.exec(fault.endsWith("not closed") ? fault : "")?.[1];
  if (open !== undefined) return `add {% end${open} %} where it ends`;
  const slip = SLIPS.find(([pattern]) => pattern.test(code));
  if (slip) return slip[1](slip[0].exec(code)?.[0].trim() ?? "");
  if (/not closed/.test(fault)) return unclosed(expression, code);
  if (/expected ":" after filter name/.test(fault))
    return "put a colon between a filter and its arguments: a | append: 'b'";
  if (/unexpected character/.test(fault)) return "put commas between the arguments of a filter: a | replace: 'b', 'c'";
  if (/before filter/.test(fault)) return "put dots between names, and a bar before each filter: user.name | upcase";
  return undefined;
}

const endOfNothing = (tag: string): string | undefined =>
  /^end|^els|^when$/.test(tag)
    ? `it belongs to a tag that is not open here: remove it, or add what it belongs to before it`
    : undefined;

function nearest(name: string, known: readonly string[]): string | undefined {
  const other = closest(name, [...known]);
  return distance(name, other) <= name.length / 3 ? `did you mean ${other}?` : undefined;
}

function unclosed(expression: string, code: string): string {
  if (/["']/.test(code.replaceAll("''", ""))) return "a quote in it is not closed: add the closing one";
  return expression.startsWith("{%") ? "add %} where it ends" : "add }} where it ends";
}

/** The expression or tag that an offset is in. */
function expressionAt(template: string, at: number): string {
  const start = Math.max(template.lastIndexOf("{{", at + 1), template.lastIndexOf("{%", at + 1), 0);
  const closing = template.startsWith("{%", start) ? "%}" : "}}";
  const end = template.indexOf(closing, start);
  return template.slice(start, Math.min(end === -1 ? template.length : end + 2, start + REMEDIED_EXPRESSION_MAX));
}
