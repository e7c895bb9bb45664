/**
 * Makes an element's style what its own attributes say. The pages of these tests have no style sheets, so that this is all that there is,
 * but happy-dom goes through all ancestors of an element for each property that is asked for: a third of the time of a screen's test.
 */
export function readPlainStyles(): void {
  Element.prototype.checkVisibility = function (this: Element) {
    for (let element: Element | null = this; element; element = element.parentElement)
      if (isHidden(element)) return false;
    return true;
  };
  window.getComputedStyle = globalThis.getComputedStyle = plainStyle;
}

const isHidden = (element: Element): boolean =>
  element.hasAttribute("hidden") || ownStyle(element, "display") === "none";

const ownStyle = (element: Element, property: string): string =>
  element instanceof HTMLElement ? element.style.getPropertyValue(property) : "";

function plainStyle(element: Element): CSSStyleDeclaration {
  const valueIn = (property: string): string => {
    if (property === "display" && isHidden(element)) return "none";
    return ownStyle(element, property) || (INITIAL[property] ?? "");
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_none, name) => (name === "getPropertyValue" ? valueIn : valueIn(String(name))),
  });
}

const INITIAL: Readonly<Record<string, string>> = { display: "block", visibility: "visible", direction: "ltr" };
