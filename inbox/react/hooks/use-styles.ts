import type { RefObject } from "react";
import css from "../inbox.css?inline";
import { useBrowserLayoutEffect } from "./use-layout-effect.ts";

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Adds the style sheet to the document, or the shadow root, that an element is in. Constructed style sheets need no inline
 * style, which strict content security policies refuse.
 */
export function useStyles(element: RefObject<HTMLElement | null>, wanted: boolean): void {
  useBrowserLayoutEffect(() => {
    const root = element.current?.getRootNode();
    if (!wanted || !(root instanceof Document || root instanceof ShadowRoot)) return;
    const owner = root instanceof Document ? root : root.ownerDocument;
    const view = owner.defaultView;
    if (view === null) return;
    const sheet = sheets.get(owner) ?? new view.CSSStyleSheet();
    if (!sheets.has(owner)) sheet.replaceSync(css);
    sheets.set(owner, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }, [element, wanted]);
}
