import { createElement, type ElementType, type ReactNode } from "react";

/** Their content is text alone, or is no text of the page. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(["option", "title", "style", "script", "textarea", "text"]);

/**
 * Returns the props of an element so that no text among its children stands beside other nodes, and whether the children are a list. A
 * translator of the browser replaces the page's texts by elements of its own. React can then put nothing before a text that it holds, cannot
 * take it away, and changes it where nobody sees it (https://github.com/facebook/react/issues/11538); but it holds none that is all that an
 * element has.
 */
export function withOwnElements(type: ElementType, given: unknown): { props: unknown; isList: boolean } {
  const { children, ...others } = given as { children?: ReactNode };
  const own = separated(type, children);
  return { props: own === children ? given : { ...others, children: own }, isList: Array.isArray(own) };
}

function separated(type: ElementType, children: ReactNode): ReactNode {
  if (TEXT_ONLY.has(type)) return children;
  // The children of a fragment stand beside what surrounds it.
  const isFragment = typeof type === "symbol";
  if (!Array.isArray(children)) return isFragment ? separate([children])[0] : children;
  const text = joined(children);
  const isTextAlone = text !== "" && children.every((child) => isText(child) || isEmpty(child));
  return isTextAlone && !isFragment ? text : separate(children);
}

const isEmpty = (child: ReactNode): boolean => child === null || child === undefined || typeof child === "boolean";
const isText = (child: ReactNode): boolean => ["string", "number", "bigint"].includes(typeof child);
const joined = (children: readonly ReactNode[]): string => children.filter(isText).join("");

/** Gives texts that follow each other one element, in the place of the first, so that all other children keep theirs. */
function separate(children: readonly ReactNode[]): readonly ReactNode[] {
  if (!children.some(hasText)) return children;
  const result: ReactNode[] = [];
  while (result.length < children.length) {
    const at = result.length;
    const child = children[at];
    if (!isText(child)) {
      result.push(Array.isArray(child) ? separate(child) : child);
      continue;
    }
    const next = children.findIndex((other, index) => index > at && !isText(other) && !isEmpty(other));
    const end = next === -1 ? children.length : next;
    const text = joined(children.slice(at, end));
    // What is blank is not translated, and would be an item of its own in a row.
    result.push(text.trim() === "" ? text : createElement("span", { key: `text-${at}` }, text));
    while (result.length < end) result.push(null);
  }
  return result;
}

const hasText = (child: ReactNode): boolean =>
  isText(child) ? String(child).trim() !== "" : Array.isArray(child) && child.some(hasText);
