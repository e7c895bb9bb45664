import type { Page } from "playwright-core";

/** Returns what of a page is wider than the screen, or cut off without an ellipsis, by its element and text. */
export async function layoutProblems(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(() => {
    // Without the space that is kept for a scrollbar.
    const screen = document.body.offsetWidth;
    const problems = new Set<string>();

    /** Whether an element is for screen readers alone. */
    const isUnseen = (element: Element) => getComputedStyle(element).clipPath === "inset(50%)";
    /** Tag, first classes and the beginning of the text. */
    function nameOf(element: Element): string {
      const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
      const classes = [...element.classList].slice(0, 4).join(".");
      return `${element.tagName.toLowerCase()}${classes && `.${classes}`} "${label.trim().slice(0, 40)}"`;
    }

    const scrolled = document.documentElement.scrollWidth - screen;
    if (scrolled > 0) {
      const isTooWide = (element: Element) => {
        const { right, left } = element.getBoundingClientRect();
        return right > screen + 0.5 || left < -0.5;
      };
      const innermost = [...document.body.querySelectorAll("*")].filter(
        (element) => isTooWide(element) && !isUnseen(element) && ![...element.children].some(isTooWide),
      );
      problems.add(`scrolls sideways: ${innermost.slice(0, 3).map(nameOf).join(", ")}`);
    }

    for (const tab of document.querySelectorAll("[role=tab][aria-selected=true]")) {
      const row = tab.closest("[role=tablist]")?.getBoundingClientRect();
      const { left, right } = tab.getBoundingClientRect();
      if (row && (right > row.right + 1 || left < row.left - 1)) problems.add(`out of its row: ${nameOf(tab)}`);
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || node.textContent?.trim() === "" || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const control = parent.closest("button, [role=tab], [role=radio], [role=option]")?.getBoundingClientRect();
      let isClipped = false;
      for (let box: Element | null = parent; box && !isClipped; box = box.parentElement) {
        const style = getComputedStyle(box);
        const bounds = box.getBoundingClientRect();
        isClipped = style.overflowX !== "visible" || isUnseen(box);
        if (!["hidden", "clip"].includes(style.overflowX) || isUnseen(box) || style.textOverflow === "ellipsis")
          continue;
        if (right > bounds.right + 1 || left < bounds.left - 1)
          problems.add(`cut off: ${nameOf(parent)} in ${nameOf(box)}`);
      }
      if (isClipped) continue;
      if (control && (right > control.right + 1 || left < control.left - 1))
        problems.add(`outside of its control: ${nameOf(parent)}`);
      if (right > screen + 1 || left < -1) problems.add(`outside of the screen: ${nameOf(parent)}`);
    }
    return [...problems];
  });
}

/** Makes each word of a page 40 % longer, as German is; not code, which is in no language, and not what is edited. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const more = "enschaftungslichkeit";
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest("code, pre, kbd, script, style, textarea, [contenteditable]")) continue;
      node.nodeValue = (node.nodeValue ?? "").replace(
        /\p{L}{2,60}/gu,
        (word) => word + more.slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });
}

/** Waits until what follows a change of the screen's size is painted. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
