import { isMjml } from "#contract/constants/templates/mjml.ts";

/** Elements of a copied page that are no text. */
const UNREAD = "style, script, meta, link, title, head, xml, svg, iframe, object, input, button, select";

/** Returns copied HTML with what blocks can hold: no fonts, classes or traces of the program that it was copied from. */
export function cleanPaste(html: string): string {
  // What was copied here has all its attributes.
  if (html.includes("data-pm-slice")) return html;
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(UNREAD)) element.remove();
  // Elements of Word itself, such as o:p, have nothing but spaces.
  for (const element of [...page.body.querySelectorAll("*")]) if (element.tagName.includes(":")) element.remove();
  removeComments(page.body);
  listsOfWord(page);
  const tables = [...page.body.querySelectorAll("table")].filter(isOfData);
  for (const element of [...page.body.querySelectorAll<HTMLElement>("*")]) clean(element, page);
  for (const table of tables) table.replaceWith(htmlBlock(table));
  removeEmptyLines(page.body);
  return page.body.innerHTML;
}

function removeComments(root: Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove();
    else removeComments(child);
  }
}

/** Word writes the items of a list as paragraphs, with their marks as texts. */
function listsOfWord(page: Document): void {
  let list: { element: HTMLElement; level: number }[] = [];
  let last = "";
  for (const paragraph of [...page.body.querySelectorAll<HTMLElement>("p")]) {
    const style = paragraph.getAttribute("style") ?? "";
    const [, id = "", digits] = /mso-list:\s*l(\d+) level(\d+)/i.exec(style) ?? [];
    if (digits === undefined) {
      list = [];
      continue;
    }
    if (id !== last) list = [];
    last = id;
    const level = Number(digits);
    const marks = [...paragraph.querySelectorAll<HTMLElement>("span")].filter((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
    );
    const isNumbered = /^\s*(\d+|[a-z])[.)]/i.test(marks[0]?.textContent ?? "");
    for (const mark of marks) mark.remove();
    while (list.length > 0 && (list.at(-1)?.level ?? 0) > level) list.pop();
    if ((list.at(-1)?.level ?? 0) < level) {
      const element = page.createElement(isNumbered ? "ol" : "ul");
      const parent = list.at(-1)?.element.lastElementChild;
      const before = parent?.lastElementChild;
      // The level above may have been left for a deeper one already.
      const isContinued = before instanceof HTMLElement && before.tagName === element.tagName;
      if (!isContinued) {
        if (parent) parent.append(element);
        else paragraph.before(element);
      }
      list.push({ element: isContinued ? before : element, level });
    }
    const item = page.createElement("li");
    const text = page.createElement("p");
    text.append(...paragraph.childNodes);
    item.append(text);
    list.at(-1)?.element.append(item);
    paragraph.remove();
  }
}

/** Whether a table has values side by side. Others place what is in them. */
function isOfData(table: HTMLTableElement): boolean {
  if (table.getAttribute("role") === "presentation" || table.querySelector("table, img")) return false;
  if (table.parentElement?.closest("table")) return false;
  const texts = [...table.rows].map(({ cells }) => [...cells].filter((cell) => cell.textContent.trim() !== ""));
  return texts.some(({ length }) => length > 1);
}

/** The block that keeps a table, as there are no blocks of rows. */
function htmlBlock(table: HTMLTableElement): HTMLElement {
  table.setAttribute("border", "1");
  table.setAttribute("cellpadding", "6");
  table.setAttribute("style", "border-collapse: collapse");
  const block = table.ownerDocument.createElement("div");
  block.setAttribute("data-block", "htmlCodeBlock");
  block.setAttribute("data-attributes", JSON.stringify({ html: table.outerHTML }));
  return block;
}

const BLOCKS = "p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div, img";

/** Removes what would be empty paragraphs: those around an image, and line breaks between blocks. */
function removeEmptyLines(root: HTMLElement): void {
  for (const paragraph of root.querySelectorAll("p")) {
    if (paragraph.querySelector("img") && paragraph.textContent.trim() === "") {
      paragraph.replaceWith(...paragraph.querySelectorAll("img"));
    }
  }
  for (const lineBreak of root.querySelectorAll("br")) {
    const { previousElementSibling: before, nextElementSibling: after } = lineBreak;
    const isBetween = isBlock(before, lineBreak.previousSibling) && (!after || isBlock(after, lineBreak.nextSibling));
    if (isBetween) lineBreak.remove();
  }
}

const isBlock = (element: Element | null, sibling: Node | null): boolean =>
  element !== null && element === sibling && element.matches(BLOCKS);

const CELL = ["colspan", "rowspan"];
const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  A: ["href"],
  IMG: ["src", "alt", "width"],
  TD: CELL,
  TH: CELL,
};

/** Addresses that mean the same to whom the mail is sent. */
const KEPT_HREF = /^\s*(?:https?:|mailto:|tel:|\{[{%])/i;

function clean(element: HTMLElement, page: Document): void {
  const style = element.getAttribute("style") ?? "";
  // Properties of Word itself end as others do: mso-bidi-font-weight.
  const has = (pattern: RegExp) => style.split(";").some((declaration) => pattern.test(declaration));
  const isInline = ["SPAN", "FONT", "B", "STRONG", "I", "EM", "U"].includes(element.tagName);
  // Google Docs has everything in a bold element that is not bold.
  const isPlain =
    (/^(B|STRONG)$/.test(element.tagName) && has(/^\s*font-weight:\s*(normal|400)/i)) ||
    /^(SPAN|FONT)$/.test(element.tagName);
  if (isInline && isPlain) {
    const marks = [
      ...(has(/^\s*font-weight:\s*(bold|[6-9]00)/i) ? ["strong"] : []),
      ...(has(/^\s*font-style:\s*italic/i) ? ["em"] : []),
      ...(has(/^\s*text-decoration[^;]{0,200}underline/i) && !element.closest("a") ? ["u"] : []),
      ...(has(/^\s*text-decoration[^;]{0,200}line-through/i) ? ["s"] : []),
    ];
    let content = [...element.childNodes];
    for (const tag of marks) {
      const mark = page.createElement(tag);
      mark.append(...content);
      content = [mark];
    }
    element.replaceWith(...content);
    return;
  }
  if (element.tagName === "IMG" && !/^https?:/i.test(element.getAttribute("src") ?? "")) {
    element.remove();
    return;
  }
  if (element.tagName === "A" && !KEPT_HREF.test(element.getAttribute("href") ?? "")) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const kept = KEPT_ATTRIBUTES[element.tagName] ?? [];
  const align = /text-align:\s*(center|right)/i.exec(style)?.[1];
  for (const name of element.getAttributeNames()) if (!kept.includes(name)) element.removeAttribute(name);
  if (align) element.setAttribute("style", `text-align: ${align}`);
}

/** Whether a copied text is the source of a whole mail. */
export const isMailSource = (text: string): boolean => /^\s*(?:<!doctype html|<html[\s>])/i.test(text) || isMjml(text);
