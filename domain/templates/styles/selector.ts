import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from "css-what";
import { ANY_ATTRIBUTE, markOf, SOME_ATTRIBUTES } from "./dynamic-attributes.ts";
import { ALTERNATIVES, isKnown, isPseudoElement, isState, OF_PLACE } from "./known-selectors.ts";

/** The facts about the elements of a mail that are only known when it is rendered, or read. */
export interface Uncertainty {
  /** Whether tags of the template or html of the variables decide which elements are beside each other. */
  ofNeighbours: boolean;
  /** Names of attributes whose values variables decide. */
  ofAttributes: ReadonlySet<string>;
}

/** A selector in the two ways in which it is looked up. */
export interface ReadSelector {
  /** Matches the elements that the selector matches in any case. Undefined when there are none. */
  certain: Selector[] | undefined;
  /** Matches all elements that the selector may match. */
  possible: Selector[];
  /** The last part as it is written, which is for the element itself and not for those around it. */
  end: Selector[];
  /** Whether it is for a part of an element that has no place in the source, such as `::before`. */
  isOfPseudoElement: boolean;
  /** Whether it depends on what its reader does with an element, such as `:hover`. */
  isOfState: boolean;
  /** Whether it depends on which elements are beside each other. */
  isOfPlace: boolean;
}

/** Reads one selector. Undefined for one that browsers may not know: they drop a rule with such a selector whole. */
export function readSelector(text: string, uncertainty: Uncertainty): ReadSelector | undefined {
  const [tokens, ...more] = parseSelector(text) ?? [];
  if (!tokens || more.length > 0 || !tokens.every(isKnown)) return undefined;
  const isOfPseudoElement = tokens.some(isPseudoElement);
  const own = tokens.filter((token) => !isPseudoElement(token));
  const possible = complete(withPossible(own, uncertainty));
  const certain = isOfPseudoElement ? undefined : withCertain(own, uncertainty);
  return {
    certain: certain && complete(certain),
    possible,
    end: own.slice(own.findLastIndex(isCombinator) + 1),
    isOfPseudoElement,
    isOfPlace: /[+~]|:(?:first|last|only|nth|empty|has)/i.test(text),
    isOfState: tokens.some(isState),
  };
}

function parseSelector(text: string): Selector[][] | undefined {
  try {
    return parse(text);
  } catch {
    // Rules with a selector that cannot be read stay as they are.
    return undefined;
  }
}

const isCombinator = ({ type }: Selector): boolean =>
  type === SelectorType.Descendant || type === SelectorType.Child || isOfNeighbour({ type });

const isOfNeighbour = ({ type }: Pick<Selector, "type">): boolean =>
  type === SelectorType.Adjacent || type === SelectorType.Sibling;

/** The selector with each part that is not certain left out, so that it matches all elements that it may match. */
function withPossible(tokens: readonly Selector[], uncertainty: Uncertainty): Selector[] {
  const possible: Selector[] = [];
  for (const token of tokens) {
    if (isOfNeighbour(token) && uncertainty.ofNeighbours) {
      // The neighbour has the same parent, so what is said about elements around it holds for this one.
      possible.length = possible.findLastIndex(isCombinator) + 1;
    } else if (token.type === SelectorType.Attribute) {
      const others = alternativesTo(token, uncertainty);
      possible.push(
        others.length > 0
          ? pseudo(
              "is",
              [token, ...others].map((other) => [other]),
            )
          : token,
      );
    } else if (token.type === SelectorType.Pseudo) {
      possible.push(...possiblePseudo(token, uncertainty));
    } else {
      possible.push(token);
    }
  }
  return possible;
}

function possiblePseudo(token: Selector & { type: SelectorType.Pseudo }, uncertainty: Uncertainty): Selector[] {
  const { name, data } = token;
  if (Array.isArray(data) && ALTERNATIVES.has(name)) {
    return [
      pseudo(
        name,
        data.map((tokens) => complete(withPossible(tokens, uncertainty))),
      ),
    ];
  }
  if (Array.isArray(data) && name === "not") {
    const certain = data.flatMap((tokens) => asList(withCertain(tokens, uncertainty)));
    return certain.length > 0 ? [pseudo(name, certain)] : [];
  }
  return isCertainPseudo(token, uncertainty) ? [token] : [];
}

/** The selector so that it matches only what it matches in any case. Undefined when that is nothing. */
function withCertain(tokens: readonly Selector[], uncertainty: Uncertainty): Selector[] | undefined {
  const certain: Selector[] = [];
  for (const token of tokens) {
    if (isOfNeighbour(token) && uncertainty.ofNeighbours) return undefined;
    if (isPseudoElement(token)) return undefined;
    certain.push(token);
    if (token.type === SelectorType.Attribute) {
      const others = isClassName(token) ? [ANY_ATTRIBUTE] : namesFor(token);
      const marks = [...others, SOME_ATTRIBUTES].filter((name) => uncertainty.ofAttributes.has(name));
      if (marks.length > 0)
        certain.push(
          pseudo(
            "not",
            marks.map((name) => [exists(markOf(name))]),
          ),
        );
    } else if (token.type === SelectorType.Pseudo) {
      const { name, data } = token;
      if (Array.isArray(data) && ALTERNATIVES.has(name)) {
        const alternatives = data.flatMap((alternative) => asList(withCertain(alternative, uncertainty)));
        if (alternatives.length === 0) return undefined;
        certain.splice(-1, 1, pseudo(name, alternatives));
      } else if (Array.isArray(data) && name === "not") {
        certain.splice(
          -1,
          1,
          pseudo(
            name,
            data.map((inner) => complete(withPossible(inner, uncertainty))),
          ),
        );
      } else if (!isCertainPseudo(token, uncertainty)) {
        return undefined;
      }
    }
  }
  return certain;
}

function isCertainPseudo(
  { name, data }: Selector & { type: SelectorType.Pseudo },
  { ofNeighbours }: Uncertainty,
): boolean {
  if (name === "root") return true;
  return OF_PLACE.test(name) && !ofNeighbours && !(typeof data === "string" && /\bof\b/i.test(data));
}

/** Names of attributes by which variables decide whether a selector for an attribute matches. */
function namesFor({ name, action }: AttributeSelector): string[] {
  return action === AttributeAction.Exists ? [ANY_ATTRIBUTE] : [ANY_ATTRIBUTE, name.toLowerCase()];
}

const isClassName = ({ name, action }: AttributeSelector): boolean =>
  name === "class" && action === AttributeAction.Element;

/** Selectors of the elements that variables may make this one match. */
function alternativesTo(token: AttributeSelector, { ofAttributes }: Uncertainty): Selector[] {
  const names = namesFor(token).filter((name) => ofAttributes.has(name));
  return names.map((name) =>
    name === "class" && isClassName(token)
      ? { type: SelectorType.Pseudo, name: MAY_HAVE_CLASS, data: token.value }
      : exists(markOf(name)),
  );
}

/** A pseudo class of ours: see `mayHaveClass`. */
export const MAY_HAVE_CLASS = "may-have-class";

const exists = (name: string): AttributeSelector => ({
  type: SelectorType.Attribute,
  action: AttributeAction.Exists,
  name,
  value: "",
  ignoreCase: false,
  namespace: null,
});

const pseudo = (name: string, data: Selector[][]): Selector => ({ type: SelectorType.Pseudo, name, data });

const asList = (tokens: Selector[] | undefined): Selector[][] => (tokens ? [complete(tokens)] : []);

/** A part of a selector without anything in it is for all elements. */
function complete(tokens: readonly Selector[]): Selector[] {
  return tokens
    .flatMap((token, index): Selector[] => {
      const before = tokens[index - 1];
      return isCombinator(token) && (before === undefined || isCombinator(before)) ? [UNIVERSAL, token] : [token];
    })
    .concat(tokens.length === 0 || tokens.slice(-1).some(isCombinator) ? [UNIVERSAL] : []);
}

const UNIVERSAL: Selector = { type: SelectorType.Universal, namespace: null };
