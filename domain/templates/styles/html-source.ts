import { findPlaceholders } from "../protect-expressions.ts";

/** Html with placeholders for the expressions of the template: see `protectExpressions`. */
export interface HtmlSource {
  html: string;
  expressions: readonly string[];
  /** Whether printed values may be html, although no expression says so: the template is rendered without escaping. */
  isUnescaped?: boolean;
}

const TAG = /^\{%-?\s*(\w+)/;
/** Names of placeholders for values that are filled in later, other than expressions: see email-blocks.ts. */
const VALUES = /^(?:color|url:\d+)$/;

/** The name of a tag of the template language, such as `if` or `endfor`. Undefined for what prints a value. */
export const tagNameOf = (expression: string | undefined): string | undefined => TAG.exec(expression ?? "")?.[1];

/** Whether a placeholder stands for something that is printed there, and not for a tag or for the content of the email. */
export function isValue(name: string, expressions: readonly string[]): boolean {
  return VALUES.test(name) || expressions[Number(name)]?.startsWith("{{") === true;
}

/** Whether all placeholders in a text stand for printed values. */
export function hasValuesOnly(text: string, expressions: readonly string[]): boolean {
  return findPlaceholders(text).every(({ name }) => isValue(name, expressions));
}

/** Tags that print nothing themselves, and comments. All others may print whatever they like. */
const SILENT =
  /^\{%-?\s*(?:#|(?:end\w+|if|elsif|else|unless|case|when|for|each|break|continue|assign|capture|comment|raw|equals|eq|ne|gt|gte|lt|lte)\b)/;

/** Whether a placeholder prints nothing: a tag around something, or a mark where the content of the email begins or ends. */
export function isSilent(name: string, expressions: readonly string[]): boolean {
  return /^\/?(?:body|block:\d+)$/.test(name) || SILENT.test(expressions[Number(name)] ?? "");
}

/** `| raw` of the layout prints the content of the email, whose elements are there. */
const BODY = /^\{\{-?\s*body\b/;
/** Matches what prints html that is not there yet: values as they are, translations, rows of a table, several tags in one. */
const BRINGS_ELEMENTS = /\|\s*(?:raw|i18n)\b|^\{%-?\s*(?:i18n|tablerow|liquid)\b/;

/** Whether rendering may bring elements that are not in the source, to which rules may apply. */
export function bringsElements({ expressions, isUnescaped = false }: HtmlSource): boolean {
  return expressions.some(
    (expression) =>
      !BODY.test(expression) && (BRINGS_ELEMENTS.test(expression) || (isUnescaped && expression.startsWith("{{"))),
  );
}

/** Whether tags of the template language decide which elements there are, and how often. */
export function hasTags({ expressions }: HtmlSource): boolean {
  return expressions.some((expression) => expression.startsWith("{%"));
}
