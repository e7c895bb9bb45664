import { Parser } from "htmlparser2";

/** Elements that stand on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    "p div blockquote pre ul ol li dl dt dd h1 h2 h3 h4 h5 h6 hr table caption thead tbody tfoot tr figure figcaption " +
    "address article aside footer header main nav section"
  ).split(" "),
);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);
/** Elements whose content is no text of a reader. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "title", "head"]);

/** Leaves out white space with a line break at an end of the text: at the edge of a block it is the layout of the source. */
const withoutLayout = (text: string, trimmed: string): string =>
  text.length > trimmed.length && text.replace(trimmed, "").includes("\n") ? trimmed : text;

/**
 * The text that html shows: entities are decoded, tags are gone, `<br>` and the ends of blocks are line breaks, a picture is its
 * alternative text. White space stays, but for the layout of the source between blocks, so that `escapeHtml` is undone exactly.
 */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  /** Joined at the end: looking at the end of a text that grows would copy all of it each time. */
  const parts: string[] = [];
  /** The characters since the last tag: the parser hands entities over one by one. */
  let run = "";
  let isAtEdge = false;
  let isBroken = false;
  let isCellOver = false;
  let hidden = 0;

  function append(part: string): void {
    if (part === "") return;
    const last = parts.at(-1);
    const isInLine = last !== undefined && !last.endsWith("\n");
    if (isInLine && isBroken) parts.push("\n");
    else if (isInLine && isCellOver) parts.push(" ");
    isBroken = false;
    isCellOver = false;
    parts.push(part);
  }

  function endRun({ atBlock }: { atBlock: boolean }): void {
    let part = run;
    run = "";
    if (isAtEdge) part = withoutLayout(part, part.trimStart());
    if (atBlock) part = withoutLayout(part, part.trimEnd());
    append(part);
    isAtEdge = atBlock || (isAtEdge && part === "");
  }

  function edgeOf(name: string): void {
    const isBlock = BLOCKS.has(name);
    endRun({ atBlock: isBlock || CELLS.has(name) });
    if (isBlock) isBroken = true;
  }

  const parser = new Parser({
    ontext(characters) {
      if (hidden === 0) run += characters;
    },
    onopentag(name, { alt }) {
      edgeOf(name);
      if (WITHOUT_TEXT.has(name)) hidden += 1;
      if (name === "br") {
        append("\n");
        isAtEdge = true;
      }
      if (name === "img" && alt && hidden === 0) append(alt);
    },
    onclosetag(name) {
      if (name === "br") return;
      edgeOf(name);
      if (WITHOUT_TEXT.has(name)) hidden -= 1;
      if (CELLS.has(name)) isCellOver = true;
    },
  });
  parser.end(html);
  endRun({ atBlock: false });
  return parts.join("");
}
