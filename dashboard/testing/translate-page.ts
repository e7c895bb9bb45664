/** Replaces every text of the page as the translators of browsers do, now and as it changes, until the returned function is called. */
export function translatePage(): () => void {
  const observer = new MutationObserver(translate);
  function translate(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.textContent?.trim() || !parent) continue;
      if (parent.closest("font, [translate=no], option, title, style, script, textarea")) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(`[${text.textContent}]`);
      text.parentNode?.replaceChild(outer, text);
    }
    observer.takeRecords();
  }
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  translate();
  return () => {
    translate();
    observer.disconnect();
  };
}
