import { type TokenHandler, Tokenizer, TokenizerMode } from "parse5";
import { splitAtLiquid } from "#contract/constants/templates/liquid-parts.ts";

/** Elements in which a browser reads no tags but their own end. */
const MODES: ReadonlyMap<string, Tokenizer["state"]> = new Map([
  ...["style", "xmp", "iframe", "noembed", "noframes"].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ...["title", "textarea"].map((name) => [name, TokenizerMode.RCDATA] as const),
  ["script", TokenizerMode.SCRIPT_DATA],
]);
/** In these, the elements above are as any other. */
const FOREIGN: ReadonlySet<string> = new Set(["svg", "math"]);

/** The thing that is open where HTML ends: none, an element of text by its name, a comment, or a tag. */
type EndState = "nothing" | "comment" | "tag" | { element: string };

interface OpenEnd {
  /** The name of the element of text that is open; undefined for a comment or a tag. */
  element: string | undefined;
  /** The characters that would have ended it. */
  closing: string;
}

/** Returns what is open where HTML ends and takes whatever comes after it into itself, as a browser reads it. */
export function openEnd(html: string): OpenEnd | undefined {
  const text = splitAtLiquid(html)
    .filter((_, index) => index % 2 === 0)
    .join("");
  const state = endState(text);
  switch (state) {
    case "nothing":
      return undefined;
    case "comment":
      return { element: undefined, closing: "-->" };
    case "tag": {
      // The value of an attribute may be open, too.
      const closings = [">", "'>", '">'];
      return { element: undefined, closing: closings.find((one) => endState(text + one) !== "tag") ?? ">" };
    }
    default:
      return { element: state.element, closing: `</${state.element}>` };
  }
}

function endState(text: string): EndState {
  let element: string | undefined;
  let cut: "comment" | "tag" | undefined;
  let foreign = 0;
  const ignore = (): void => undefined;
  const handler: TokenHandler = {
    onStartTag({ tagName, selfClosing }) {
      if (FOREIGN.has(tagName) && !selfClosing) foreign += 1;
      const mode = foreign === 0 ? MODES.get(tagName) : undefined;
      if (mode === undefined) return;
      element = tagName;
      tokenizer.state = mode;
    },
    onEndTag({ tagName }) {
      if (FOREIGN.has(tagName)) foreign = Math.max(0, foreign - 1);
      element = undefined;
    },
    onParseError({ code }) {
      if (code === "eof-in-comment") cut = "comment";
      if (code === "eof-in-tag") cut = "tag";
    },
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.write(text, true);
  return cut ?? (element === undefined ? "nothing" : { element });
}
