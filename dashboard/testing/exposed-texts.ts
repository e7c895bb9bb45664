/** Elements whose content is text alone. */
const TEXT_ONLY = "option, title, style, script, textarea, text";

/**
 * Returns the texts of the page that React holds as nodes of their own, each below its parent's name. A translator of the browser replaces
 * them, and React then fails or changes what nobody sees. React notes what it holds on the nodes; a text that is all that an element has is
 * none of them.
 */
export function exposedTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const { parentElement: parent, textContent: text } = node;
    if (!parent || !text?.trim() || parent.closest(`[translate=no], ${TEXT_ONLY}`)) continue;
    if (Object.keys(node).some((key) => key.startsWith("__reactFiber$")))
      found.push(`${parent.localName} ${parent.className}: ${text}`);
  }
  return found;
}

/** Code, keys, and what is kept as it is typed. */
const UNTRANSLATED = "code, pre, kbd, [class*='font-mono'], [contenteditable='true']";

/** Returns the codes, keys and edited contents of the page that a translator of the browser would translate. */
export const translatedCodes = (): string[] =>
  [...document.body.querySelectorAll(UNTRANSLATED)]
    .filter((element) => !element.closest("input, textarea, [translate=no]"))
    .map(({ outerHTML }) => outerHTML);
