import { decodeHTML } from "entities";
import { createTextLines } from "../text-lines.ts";
import { type MailAttributes, readTags } from "./mail-tags.ts";

/** Elements that stand on lines of their own, with the line breaks around them: two leave a line free. */
const BREAKS: ReadonlyMap<string, number> = new Map([
  ..."p blockquote pre ul ol dl h1 h2 h3 h4 h5 h6 hr".split(" ").map((name): [string, number] => [name, 2]),
  ...(
    "div li dt dd table caption thead tbody tfoot tr figure figcaption address article aside footer header main nav " +
    "section center form fieldset"
  )
    .split(" ")
    .map((name): [string, number] => [name, 1]),
]);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);
/** Elements whose content is no text of a reader. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(["script", "style", "template", "title", "xml"]);
/** Styles that hide an element with all that is in it. */
const HIDDEN =
  /(?:^|[;\s])(?:display\s*:\s*none|mso-hide\s*:\s*all|(?:max-height|opacity)\s*:\s*(?:0+(?:\.0*)?|\.0+)(?:px|%)?\s*(?:!important\s*)?(?:;|$))/i;
/** Styles that hide texts, unless an element in it shows its own again: columns often stand in cells without a size. */
const SIZE = /(?:^|[;\s])font-size\s*:\s*([^;]*)/i;
const NO_SIZE = /^(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/i;
/** A size that follows from the one around it. */
const RELATIVE = /^[\d.]+\s*(?:em|%)|^(?:inherit|unset|smaller|larger)\b/i;
const VISIBILITY = /(?:^|[;\s])visibility\s*:\s*(\w+)/i;
/** Elements without an end tag. */
const WITHOUT_END: ReadonlySet<string> = new Set(
  "area br col embed hr img input link meta source track wbr".split(" "),
);
const RULE = "-".repeat(20);

/** A link that is open, with the place in the text at which its own begins. */
interface OpenLink {
  href: string;
  start: number;
}

/**
 * The plain-text part of a mail: what its html shows, without what is hidden. Links have their addresses after them, items of
 * lists their dashes and numbers, quotations an angle bracket on each line. Cells of a row are beside each other.
 */
export function emailText(html: string): string {
  const text = createMailText();
  /** Which style attributes hide an element: a mail has few that differ. */
  const styles = new Map<string, boolean>();
  const isHidden = (name: string, { style, hidden }: MailAttributes): boolean =>
    hidden !== undefined || WITHOUT_TEXT.has(name) || (style !== undefined && hides(style, styles));
  const shown = createShownTexts();
  /** The element that hides what is in it, and how many of its name are open in it. */
  let hidden = "";
  let nested = 0;
  readTags(html, {
    onText(part) {
      if (hidden === "" && shown.isShown()) text.lines.addText(part.includes("&") ? decodeHTML(part) : part);
    },
    onOpen(name, attributes) {
      if (hidden !== "") {
        if (name === hidden) nested += 1;
      } else if (!isHidden(name, attributes)) {
        shown.open(name, attributes.style);
        text.open(name, attributes);
      } else if (!WITHOUT_END.has(name)) {
        hidden = name;
      }
    },
    onClose(name) {
      if (hidden === "") {
        shown.close(name);
        text.close(name);
      } else if (name !== hidden) return;
      else if (nested > 0) nested -= 1;
      else hidden = "";
    },
  });
  return text.lines.toText();
}

/** An open element whose style decides whether texts in it show, and how many of its name are open in it. */
interface Showing {
  name: string;
  nested: number;
  hasSize: boolean;
  isVisible: boolean;
}

/** Follows whether texts show, by sizes and visibilities, which elements take over from those around them. */
function createShownTexts() {
  const open: Showing[] = [];
  const current = () => open.at(-1) ?? { hasSize: true, isVisible: true };
  return {
    isShown: () => current().hasSize && current().isVisible,
    open(name: string, style: string | undefined): void {
      if (WITHOUT_END.has(name)) return;
      const around = current();
      const size =
        (style &&
          SIZE.exec(style)?.[1]
            ?.replace(/!important/i, "")
            .trim()) ??
        "";
      const visibility = (style && VISIBILITY.exec(style)?.[1]?.toLowerCase()) ?? "";
      if (size === "" && visibility === "") {
        const last = open.at(-1);
        if (last?.name === name) last.nested += 1;
        return;
      }
      const hasSize = size === "" || RELATIVE.test(size) ? around.hasSize && !NO_SIZE.test(size) : !NO_SIZE.test(size);
      const isVisible = visibility === "" ? around.isVisible : !/^(?:hidden|collapse)$/.test(visibility);
      open.push({ name, nested: 0, hasSize, isVisible });
    },
    close(name: string): void {
      const last = open.at(-1);
      if (last?.name !== name) return;
      if (last.nested > 0) last.nested -= 1;
      else open.pop();
    },
  };
}

/** A list that is open. Those without numbers have dashes. */
interface OpenList {
  /** Of the next item. */
  number: number | undefined;
  hasOpenItem: boolean;
}

/** Writes what elements mean in a text. */
function createMailText() {
  const lines = createTextLines();
  const lists: OpenList[] = [];
  let quotations = 0;
  const links: OpenLink[] = [];

  function breakAround(name: string): void {
    const breaks = BREAKS.get(name);
    if (breaks !== undefined) lines.breakLine(lists.length > 0 ? 1 : breaks);
    else if (CELLS.has(name)) lines.addSpace();
  }

  function closeItem(list: OpenList | undefined): void {
    if (!list?.hasOpenItem) return;
    list.hasOpenItem = false;
    lines.outdent();
  }

  function openItem(): void {
    const list = lists.at(-1);
    closeItem(list);
    const mark = list?.number === undefined ? "- " : `${list.number}. `;
    if (list === undefined) {
      lines.addWords(mark.trim());
      return;
    }
    if (list.number !== undefined) list.number += 1;
    list.hasOpenItem = true;
    lines.indent(mark, " ".repeat(mark.length));
  }

  function quote(isOpen: boolean): void {
    if (isOpen) lines.indent("> ", "> ");
    else if (quotations > 0) lines.outdent();
    quotations = Math.max(0, quotations + (isOpen ? 1 : -1));
  }

  function addRule(): void {
    lines.addWords(RULE);
    lines.breakLine(2);
  }

  function closeLink(): void {
    const link = links.pop();
    if (!link) return;
    const address = addressOf(link.href);
    if (address === "") return;
    const text = lines.textSince(link.start);
    if (text !== "" && !isSameAddress(text, address)) lines.addAfter(` (${address})`);
  }

  return {
    lines,

    open(name: string, attributes: MailAttributes): void {
      breakAround(name);
      if (name === "br") lines.addBreak();
      else if (name === "hr") addRule();
      else if (name === "img") lines.addText(attributes.alt ?? "");
      else if (name === "pre") lines.keepSpace(true);
      else if (name === "blockquote") quote(true);
      else if (name === "ul") lists.push({ number: undefined, hasOpenItem: false });
      else if (name === "ol")
        lists.push({ number: Number.parseInt(attributes.start ?? "1", 10) || 1, hasOpenItem: false });
      else if (name === "li") openItem();
      else if (name === "a") links.push({ href: attributes.href ?? "", start: lines.length() });
    },

    close(name: string): void {
      if (name === "pre") lines.keepSpace(false);
      else if (name === "blockquote") quote(false);
      else if (name === "li") closeItem(lists.at(-1));
      else if (name === "ul" || name === "ol") closeItem(lists.pop());
      else if (name === "a") closeLink();
      breakAround(name);
    },
  };
}

function hides(style: string, known: Map<string, boolean>): boolean {
  const found = known.get(style) ?? HIDDEN.test(style);
  known.set(style, found);
  return found;
}

/** The address of a link for a reader. Empty for places in the mail itself. */
function addressOf(href: string): string {
  const address = href.trim();
  return address.startsWith("#") || /^javascript:/i.test(address) ? "" : address.replace(/^(?:mailto|tel):/i, "");
}

/** Whether a text shows the address already: `example.com` for `https://example.com/`. */
function isSameAddress(text: string, address: string): boolean {
  const plain = (part: string) =>
    part
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/\/$/, "");
  return plain(text) === plain(address) || text.includes(address) || text.replace(/[\s()./-]/g, "") === address;
}
