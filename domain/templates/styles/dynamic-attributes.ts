import type { Element } from "domhandler";
import { findPlaceholders, OPEN, replacePlaceholders } from "../protect-expressions.ts";
import { ANY_CLASS, allowsClass, type ClassPattern } from "./class-pattern.ts";
import { type HtmlSource, hasValuesOnly, isSilent, isValue } from "./html-source.ts";

/** The part of an element's attributes that the variables decide. */
export interface DynamicAttributes {
  /** Names of attributes whose values they decide, `ANY_ATTRIBUTE` and `SOME_ATTRIBUTES`. */
  names: readonly string[];
  /** Whether they may bring a style attribute, so that none can be added. */
  mayBringStyle: boolean;
  /** Whether they decide which declarations the style attribute has. */
  isStyleDynamic: boolean;
  /** Whether the content of the email stands in an attribute. */
  hasContent: boolean;
}

/** Stands for the attributes of elements that may have any: `<p {{ attributes }}>`. */
export const ANY_ATTRIBUTE = "*";
/** Stands for the attributes of elements that may lack those that are written: `<p {% if a %}class="b"{% endif %}>`. */
export const SOME_ATTRIBUTES = "?";

/** Name of an attribute that only the tree has, for elements whose attribute of that name the variables decide. */
export const markOf = (name: string): string => `${OPEN}${name}`;

/** Of an element about whose attributes the variables decide nothing. */
export const FIXED_ATTRIBUTES: DynamicAttributes = {
  names: [],
  mayBringStyle: false,
  isStyleDynamic: false,
  hasContent: false,
};

/**
 * Finds what the variables decide about the attributes of an element, and marks it in the tree. What remains of a class
 * attribute there are the classes that the element has in any case; `mayHaveClass` knows those that it may have.
 */
export function markDynamicAttributes(element: Element, expressions: HtmlSource["expressions"]): DynamicAttributes {
  const written = Object.entries(element.attribs);
  const placeholders = written.flatMap(([name]) => findPlaceholders(name));
  const bringsAny = placeholders.some(({ name }) => !isSilent(name, expressions));
  const hasContent = written.some(([, value]) =>
    findPlaceholders(value).some(({ name }) => !/^\d+$/.test(name) && !isValue(name, expressions)),
  );
  for (const [name, value] of written) {
    const plain = replacePlaceholders(name, () => "");
    if (plain !== name && plain !== "") element.attribs[plain] ??= value;
  }
  const { attribs } = element;
  const names = Object.entries(attribs).flatMap(([name, value]) =>
    value.includes(OPEN) && !name.includes(OPEN) ? [name] : [],
  );
  if (bringsAny) names.push(ANY_ATTRIBUTE);
  else if (placeholders.length > 0) names.push(SOME_ATTRIBUTES);
  const { class: classes = "", style = "" } = attribs;
  for (const name of names) attribs[markOf(name)] = "";
  if (names.includes("class")) patterns.set(element, classPattern(classes, expressions));
  if (classes.includes(OPEN)) attribs.class = certainClasses(classes, expressions);
  return {
    names,
    mayBringStyle: bringsAny || (placeholders.length > 0 && "style" in attribs),
    isStyleDynamic: style.includes(OPEN) && !isFixedStyle(style, expressions),
    hasContent,
  };
}

/** A declaration up to its value: what may stand before an expression. */
const DECLARATION = /^\s*[\w-]+\s*:/;

/** Whether expressions stand in values of declarations only: `margin: {{ margin }}px`. */
function isFixedStyle(style: string, expressions: HtmlSource["expressions"]): boolean {
  if (!hasValuesOnly(style, expressions)) return false;
  return style.split(";").every((declaration) => !declaration.includes(OPEN) || DECLARATION.test(declaration));
}

/** Classes outside of conditions and loops, which no expression touches. */
function certainClasses(classes: string, expressions: HtmlSource["expressions"]): string {
  const tags = findPlaceholders(classes).filter(({ name }) => !isValue(name, expressions));
  const [first, last] = [tags[0], tags.at(-1)];
  const certain = first && last ? `${classes.slice(0, first.start)}${OPEN} ${OPEN}${classes.slice(last.end)}` : classes;
  return certain
    .split(/\s+/)
    .filter((name) => !name.includes(OPEN))
    .join(" ");
}

/** The class names that elements may have besides those that they have in any case. */
const patterns = new WeakMap<Element, ClassPattern>();

/** A pattern of the classes that the variables may make, together with what is written: `state-{{ state }}`. */
function classPattern(classes: string, expressions: HtmlSource["expressions"]): ClassPattern {
  if (hasValuesOnly(classes, expressions)) {
    const names = classes.split(/\s+/).filter((name) => name.includes(OPEN));
    return names.map((name) =>
      name.split(/\uE000[^\uE000\uE001]*\uE001/).flatMap((text, index) => (index === 0 ? [{ text }] : [{}, { text }])),
    );
  }
  const isOpen = findPlaceholders(classes).some(({ name }) => !isSilent(name, expressions));
  const isLoop = findPlaceholders(classes).some(({ name }) =>
    /^\{%-?\s*(?:for|each)\b/.test(expressions[Number(name)] ?? ""),
  );
  if (isOpen || isLoop) return ANY_CLASS;
  // Each part between two tags or spaces may be there or not, and tags with no space between them join parts.
  const parts = replacePlaceholders(classes, () => " ")
    .split(/\s+/)
    .filter(Boolean);
  return [parts.map((text) => ({ text, isOptional: true }))];
}

/** Whether an element may have a class that it does not have in any case. */
export function mayHaveClass(element: Element, name: string): boolean {
  const pattern = patterns.get(element);
  return pattern !== undefined && allowsClass(pattern, name);
}
