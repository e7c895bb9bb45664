import type { Element } from "domhandler";
import type { EmailLoss } from "#contract/constants/email-losses.ts";

/** The declarations of a style attribute, by their names in small letters. */
export type Style = ReadonlyMap<string, string>;

/** Returns the declarations of an element's style attribute. */
export function styleOf({ attribs }: Element): Style {
  const declarations = splitOutsideParentheses(attribs.style ?? "", /;/).flatMap((text): [string, string][] => {
    const colon = text.indexOf(":");
    if (colon < 0) return [];
    const value = text.slice(colon + 1).replace(/!important\s*$/i, "");
    return [[text.slice(0, colon).trim().toLowerCase(), value.trim()]];
  });
  return new Map(declarations);
}

/** Splits a text at characters that do not stand in parentheses, such as those of `url(data:image/png;base64,...)`. */
export function splitOutsideParentheses(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let end = text.length;
  let next = "";
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text.charAt(index);
    if (character === "(" || character === ")") next = character;
    if (next === ")" || !separator.test(character)) continue;
    parts.push(text.slice(index + 1, end));
    end = index;
  }
  return [...parts, text.slice(0, end)].reverse();
}

const LOSS_OF: readonly (readonly [RegExp, EmailLoss])[] = [
  [/^(font|text-transform|letter-spacing|word-spacing)/, "fonts"],
  [/^background/, "backgrounds"],
  [/^(border|box-shadow|outline)/, "borders"],
  [/^direction$/, "the direction of texts"],
  [/^color$/, "colours around texts"],
  [/^mso-/, "code for Outlook alone"],
];

const ATTRIBUTE_LOSS: Readonly<Record<string, EmailLoss>> = {
  bgcolor: "backgrounds",
  background: "backgrounds",
  dir: "the direction of texts",
  class: "fonts",
  face: "fonts",
  size: "fonts",
};

/** Declarations that say what is so anyhow, or that nobody sees. */
const WITHOUT_EFFECT =
  /^(-webkit-text-size-adjust|-ms-text-size-adjust|text-size-adjust|border-collapse|border-spacing|mso-table-[lr]space|-ms-interpolation-mode|word-(wrap|break)|overflow-wrap|table-layout|outline|cursor|vertical-align|text-decoration|display|max-width)$/;

/** Returns what of an element's look is left out when only the declarations and attributes of these names are kept. */
export function lossesOf(element: Element, kept: readonly string[]): EmailLoss[] {
  const ofStyle = [...styleOf(element)].flatMap(([name, value]): EmailLoss[] => {
    if (kept.includes(name) || value === "" || WITHOUT_EFFECT.test(name)) return [];
    if (/^(margin|padding|border)/.test(name) && /^(0(px)?\s*)+$|^none$/.test(value)) return [];
    return [LOSS_OF.find(([names]) => names.test(name))?.[1] ?? "spacing and sizes"];
  });
  const ofAttributes = Object.keys(element.attribs).flatMap((name) => {
    const loss = kept.includes(name) ? undefined : ATTRIBUTE_LOSS[name];
    return loss ? [loss] : [];
  });
  return [...ofStyle, ...ofAttributes];
}

/** Whether nobody sees the element, as a text that only lists of mails show. */
export function isHidden(style: Style): boolean {
  return (
    style.get("display") === "none" ||
    style.get("visibility") === "hidden" ||
    style.get("mso-hide") === "all" ||
    /^0(px)?$/.test(style.get("max-height") ?? style.get("opacity") ?? "")
  );
}

/** Returns the alignment that an element gives the texts in it. */
export function alignmentOf(element: Element, around: string | undefined): string | undefined {
  const given = (styleOf(element).get("text-align") ?? element.attribs.align ?? "").toLowerCase();
  const isCentred = element.name === "center";
  const own = ["left", "center", "right"].find((known) => known === given) ?? (isCentred ? "center" : undefined);
  return own ?? around;
}

/** Returns a length in pixels; undefined for others. */
export function pixelsOf(value: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value ?? "") ?? [];
  const pixels = Math.round(Number(digits));
  return pixels > 0 ? pixels : undefined;
}

/** Returns a colour that a document can hold. */
export const colourOf = (value: string | undefined): string | undefined =>
  /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%]+\))$/i.exec(value?.trim() ?? "")?.[0];
