/** A text that grows line by line, with white space as html shows it: one space for any, none at the ends of lines. */
export interface TextLines {
  /** Adds text of the source: its white space separates words and breaks no lines. */
  addText(text: string): void;
  /** Adds words as they are, after the space or the breaks that are due. */
  addWords(words: string): void;
  /** Adds words right after what is there. */
  addAfter(words: string): void;
  addSpace(): void;
  /** Adds a line break that stays, also where others follow. */
  addBreak(): void;
  /** Begins a new line unless at the start of one: two breaks leave a line free. */
  breakLine(breaks: number): void;
  /** Whether white space of the text stays. */
  keepSpace(isKept: boolean): void;
  /** Begins lines with a mark, the first one with another, until `outdent`. */
  indent(first: string, rest: string): void;
  outdent(): void;
  /** Number of parts that were added so far, for `textSince`. */
  length(): number;
  textSince(length: number): string;
  toText(): string;
}

const SPACES = /\s+/g;
/** White space that words in a row do not have. */
const MORE_THAN_ONE = /\s\s|[^\S ]/;

const inOneLine = (words: string): string => (MORE_THAN_ONE.test(words) ? words.replace(SPACES, " ") : words);

export function createTextLines(): TextLines {
  /** Joined at the end: looking at the end of a text that grows would copy all of it each time. */
  const parts: string[] = [];
  const marks: { first: string | undefined; rest: string }[] = [];
  let breaks = 0;
  let isSpaced = false;
  let kept = 0;

  function startLine(): void {
    if (parts.length > 0) parts.push("\n".repeat(breaks));
    for (const mark of marks) {
      parts.push(mark.first ?? mark.rest);
      mark.first = undefined;
    }
  }

  function addWords(words: string): void {
    if (words === "") return;
    if (parts.length === 0 || breaks > 0) startLine();
    else if (isSpaced) parts.push(" ");
    breaks = 0;
    isSpaced = false;
    parts.push(words);
  }

  function addText(text: string): void {
    if (kept > 0) {
      for (const [index, line] of text.split("\n").entries()) {
        if (index > 0) breaks += 1;
        addWords(line);
      }
      return;
    }
    const words = text.trim();
    if (words === "" || text[0] !== words[0]) isSpaced ||= text !== "";
    if (words === "") return;
    addWords(inOneLine(words));
    isSpaced = text.at(-1) !== words.at(-1);
  }

  return {
    addText,
    addWords,
    addAfter(words) {
      const isSpacedAfter = isSpaced;
      isSpaced = false;
      parts.push(words);
      isSpaced = isSpacedAfter;
    },
    addSpace() {
      isSpaced = true;
    },
    addBreak() {
      breaks += 1;
    },
    breakLine(count) {
      breaks = Math.max(breaks, count);
    },
    keepSpace(isKept) {
      kept += isKept ? 1 : -1;
    },
    indent(first, rest) {
      marks.push({ first, rest });
    },
    outdent() {
      marks.pop();
    },
    length: () => parts.length,
    textSince: (length) => parts.slice(length).join("").trim(),
    toText: () => parts.join("").trim(),
  };
}
