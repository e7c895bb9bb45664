import { AttributeAction, type Selector, SelectorType } from "css-what";

const PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(["before", "after", "first-line", "first-letter"]);
const STATES: ReadonlySet<string> = new Set([
  "hover",
  "active",
  "focus",
  "visited",
  "focus-within",
  "focus-visible",
  "target",
]);
/** Pseudo classes that browsers know and that depend on more than the source. */
const KNOWN: ReadonlySet<string> = new Set([
  ..."link any-link checked disabled enabled required optional read-only read-write default valid invalid".split(" "),
  ..."in-range out-of-range indeterminate placeholder-shown lang dir defined fullscreen autofill empty has".split(" "),
  ...STATES,
]);
/** Pseudo classes of the place among siblings. */
export const OF_PLACE =
  /^(?:first-child|last-child|only-child|first-of-type|last-of-type|only-of-type|nth-(?:last-)?(?:child|of-type))$/;
/** Pseudo classes that match what one of their selectors matches. */
export const ALTERNATIVES: ReadonlySet<string> = new Set(["is", "where"]);

/** Whether browsers know a part of a selector: they drop a rule with one that they do not know. */
export function isKnown(token: Selector): boolean {
  switch (token.type) {
    case SelectorType.PseudoElement:
      return !token.name.startsWith("-") || token.name.startsWith("-webkit-");
    case SelectorType.Pseudo:
      if (Array.isArray(token.data) && !token.data.every((tokens) => tokens.every(isKnown))) return false;
      return isRewritten(token.name) || PSEUDO_ELEMENTS.has(token.name) || KNOWN.has(token.name);
    case SelectorType.Parent:
    case SelectorType.ColumnCombinator:
      return false;
    case SelectorType.Attribute:
      return token.namespace === null && token.action !== AttributeAction.Not;
    case SelectorType.Tag:
    case SelectorType.Universal:
      return token.namespace === null;
    default:
      return true;
  }
}

const isRewritten = (name: string): boolean =>
  name === "root" || name === "not" || ALTERNATIVES.has(name) || OF_PLACE.test(name);

export const isPseudoElement = (token: Selector): boolean =>
  token.type === SelectorType.PseudoElement || (token.type === SelectorType.Pseudo && PSEUDO_ELEMENTS.has(token.name));

/** Whether a part of a selector depends on what its reader does with an element, such as `:hover`. */
export const isState = (token: Selector): boolean => token.type === SelectorType.Pseudo && STATES.has(token.name);
