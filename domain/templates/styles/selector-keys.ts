import { AttributeAction, SelectorType } from "css-what";
import type { Element } from "domhandler";
import type { ReadSelector } from "./selector.ts";

/** By what elements are found that a selector may match: the most special part of its end. */
export function keyOf({ end }: ReadSelector, isQuirks: boolean): string {
  const keys = end.flatMap((token): string[] => {
    if (token.type === SelectorType.Tag) return [`<${token.name.toLowerCase()}`];
    if (token.type !== SelectorType.Attribute) return [];
    const value = isQuirks ? token.value.toLowerCase() : token.value;
    if (token.name === "id" && token.action === AttributeAction.Equals) return [`#${value}`];
    return token.name === "class" && token.action === AttributeAction.Element ? [`.${value}`] : [];
  });
  return keys.find((key) => key.startsWith("#")) ?? keys.find((key) => key.startsWith(".")) ?? keys[0] ?? "*";
}

/** The keys under which selectors are that may match an element. */
export function keysOf({ name, attribs }: Pick<Element, "name" | "attribs">, isQuirks: boolean): string[] {
  const lower = (text: string) => (isQuirks ? text.toLowerCase() : text);
  const classes = (attribs.class ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => `.${lower(name)}`);
  return ["*", `<${name.toLowerCase()}`, ...(attribs.id ? [`#${lower(attribs.id)}`] : []), ...new Set(classes)];
}
