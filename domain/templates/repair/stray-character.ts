import { liquidParts } from "#contract/constants/templates/liquid-parts.ts";
import { describePlace, placeAt } from "../handlebars/place.ts";

const STRING = /"[^"]*"|'[^']*'/g;
/** Typographic quotes and dashes, which LiquidJS takes for parts of names. */
const STRAY = /[‘’‚“”„«»‹›–—…]/;

/** Returns the fault of a template of which an expression has a character that no name has: it would print nothing. */
export function strayCharacter(template: string): string | undefined {
  let verbatim: string | undefined;
  for (const { start, text } of liquidParts(template)) {
    const tag = /^\{%-?\s*(raw|comment|endraw|endcomment)\b/.exec(text)?.[1];
    if (verbatim !== undefined) {
      if (tag === `end${verbatim}`) verbatim = undefined;
      continue;
    }
    if (tag === "raw" || tag === "comment") verbatim = tag;
    const index = text.replace(STRING, (string) => " ".repeat(string.length)).search(STRAY);
    if (index === -1) continue;
    const place = describePlace(placeAt(template, start + index));
    return `has ${text.charAt(index)} in an expression, ${place}: write a straight quote (" or '), a minus sign or a dot in its place`;
  }
  return undefined;
}
