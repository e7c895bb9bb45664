import { DomainError } from "../../errors.ts";
import { repairExpressions } from "../repair/repair-expressions.ts";
import { HandlebarsSyntaxError, parseHandlebars } from "./parse-handlebars.ts";
import { describePlace } from "./place.ts";
import { languageOf } from "./template-language.ts";
import { translateHandlebars } from "./translate-handlebars.ts";

/** Longest template that is translated, in characters: as long as one that can be parsed. */
const LENGTH_MAX = 1_000_000;

/** Most expressions of a template that is translated: reading this many takes about a second. */
const EXPRESSIONS_MAX = 20_000;

/**
 * The template in Liquid: expressions that an editor has written differently are repaired (`repairExpressions`), a template in Handlebars is
 * translated, any other comes back as it is. What is saved, and given back
 * on reading, is the translation, so that there is one language from then on; it renders to the same text, but
 *
 * - it is escaped as its place asks for: in html, apostrophes too; in subjects, urls, sms, chat and push not at all;
 * - a list or an object that is printed as a whole is printed as Liquid does it;
 * - `numberFormat` honours `decimalLength=0`, `pluralize` takes "1" for one, a comparison with something missing is
 *   false, `eq` takes null and what is missing for the same, `lookup` takes texts and numbers for keys, and `dateFormat`
 *   shows UTC;
 * - a value in a block that loosely equals the value around it counts for `../`, which Handlebars skips by accident.
 *
 * Throws `invalid_input` with one message per place that cannot be translated, each with line, column and remedy, and
 * for a template that mixes both languages.
 */
export function toLiquid(given: string): string {
  if (given.length > LENGTH_MAX) return given;
  const template = repairExpressions(given);
  const language = languageOf(template);
  if (language === "liquid") return template;
  if (language !== "handlebars") {
    throw refused([`mixes two template languages: ${language.mixed}. Write all of it in one of them, best in Liquid`]);
  }
  if (template.split("{{").length > EXPRESSIONS_MAX) {
    throw refused([`${NOT_TRANSLATED}: it has more than ${EXPRESSIONS_MAX} expressions, take it apart`]);
  }
  try {
    const { liquid, issues } = translateHandlebars(parseHandlebars(template));
    if (issues.length === 0) return liquid;
    throw refused(issues.map(({ place, message }) => `${NOT_TRANSLATED}, ${describePlace(place)}: ${message}`));
  } catch (error) {
    if (error instanceof HandlebarsSyntaxError) throw refused([`${NOT_TRANSLATED}, ${error.message}`]);
    throw error;
  }
}

const NOT_TRANSLATED = "cannot be translated from Handlebars to Liquid";

function refused(messages: readonly string[]): DomainError {
  return new DomainError("invalid_input", messages);
}
