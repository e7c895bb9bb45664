/** Chats whose markup is known. */
export const CHATS = ["slack", "teams", "discord"] as const;
export type Chat = (typeof CHATS)[number];

export type Mark = "strong" | "em" | "u" | "s" | "code" | "spoiler" | "mention";
/** A piece of a line: text, or pieces with a mark or an address. */
export type Piece = string | { mark: Mark; inner: Piece[] } | { href: string; inner: Piece[] };

/** A part of a message, in its order. The lines of a quote, and the items of a list, belong together. */
export type Part =
  | { kind: "lines" | "quote" | "bullets" | "numbers"; lines: Piece[][] }
  | { kind: "heading"; level: number; lines: Piece[][] }
  | { kind: "code"; text: string };

interface Rule {
  pattern: RegExp;
  piece: (found: string[], inner: (text: string) => Piece[]) => Piece;
}

interface Dialect {
  /** The first one that matches furthest left is taken. */
  rules: readonly Rule[];
  hasCode: boolean;
  hasQuotes: boolean;
  hasLists: boolean;
  hasHeadings: boolean;
  /** Turns what stands for reserved characters into them. */
  unescape: (text: string) => string;
}

const marked = (mark: Mark, pattern: RegExp): Rule => ({
  pattern,
  piece: ([, text = ""], inner) => ({ mark, inner: inner(text) }),
});
/** Nothing in code is markup. */
const CODE: Rule = { pattern: /`([^`\n]+)`/, piece: ([, text = ""]) => ({ mark: "code", inner: [text] }) };
const ADDRESS: Rule = {
  pattern: /https?:\/\/[^\s<>|]+[^\s<>|.,:;!?)"']/,
  piece: ([href = ""]) => ({ href, inner: [href] }),
};
const LINK: Rule = {
  pattern: /\[([^[\]\n]+)\]\((https?:\/\/[^\s)[]+)\)/,
  piece: ([, text = "", href = ""], inner) => ({ href, inner: inner(text) }),
};

const unescapeSlack = (text: string): string =>
  text.replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: "<", gt: ">" })[name] ?? "&");

const DIALECTS: Record<Chat, Dialect> = {
  // https://docs.slack.dev/messaging/formatting-message-text
  slack: {
    rules: [
      CODE,
      {
        pattern: /<(https?:\/\/[^|<>\s]+|mailto:[^|<>\s]+)(?:\|([^<>]+))?>/,
        piece: ([, href = "", text = href]) => ({ href, inner: [unescapeSlack(text)] }),
      },
      {
        pattern: /<[@#!]([\w^-]+)(?:\|([^<>]+))?>/,
        piece: ([whole = "", id = "", name = id]) => ({
          mark: "mention",
          inner: [`${whole.startsWith("<#") ? "#" : "@"}${name}`],
        }),
      },
      marked("strong", /(?<![\w*])\*(?=\S)([^*\n]*[^*\s])\*(?![\w*])/),
      marked("em", /(?<![\w_])_(?=\S)([^_\n]*[^_\s])_(?![\w_])/),
      marked("s", /(?<![\w~])~(?=\S)([^~\n]*[^~\s])~(?![\w~])/),
      ADDRESS,
    ],
    hasCode: true,
    hasQuotes: true,
    hasLists: false,
    hasHeadings: false,
    unescape: unescapeSlack,
  },
  // https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
  teams: {
    rules: [LINK, marked("strong", /\*\*(?=\S)([^\n]*?\S)\*\*/), marked("em", /(?<!\w)_(?=\S)([^_\n]*[^_\s])_(?!\w)/)],
    hasCode: false,
    hasQuotes: false,
    hasLists: true,
    hasHeadings: false,
    unescape: (text) => text,
  },
  // https://support.discord.com/hc/articles/210298617
  discord: {
    rules: [
      CODE,
      LINK,
      {
        pattern: /<(?:@[!&]?|#)(\d+)>|@(everyone|here)\b/,
        piece: ([whole = "", id, name]) => ({
          mark: "mention",
          inner: [`${whole.startsWith("<#") ? "#" : "@"}${name ?? id ?? ""}`],
        }),
      },
      marked("spoiler", /\|\|(?=\S)([^\n]*?\S)\|\|/),
      marked("strong", /\*\*(?=\S)([^\n]*?\S)\*\*/),
      marked("u", /__(?=\S)([^\n]*?\S)__/),
      marked("s", /~~(?=\S)([^\n]*?\S)~~/),
      marked("em", /\*(?=[^\s*])([^*\n]*[^*\s])\*/),
      marked("em", /(?<!\w)_(?=[^\s_])([^_\n]*[^_\s])_(?!\w)/),
      ADDRESS,
    ],
    hasCode: true,
    hasQuotes: true,
    hasLists: true,
    hasHeadings: true,
    unescape: (text) => text,
  },
};

/** Reads a message as a chat does: what is no markup there is text. */
export function readMarkup(content: string, chat: Chat): Part[] {
  const dialect = DIALECTS[chat];
  const sections = dialect.hasCode ? content.split(/```(?:\w+\n)?([\s\S]*?)```/) : [content];
  return sections.flatMap((section, index): Part[] => {
    if (index % 2 === 1) return [{ kind: "code", text: dialect.unescape(section.replace(/^\n|\n$/g, "")) }];
    return section.trim() === "" ? [] : partsOf(section.replace(/^\n|\n$/g, ""), dialect);
  });
}

function partsOf(text: string, dialect: Dialect): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const next = partOf(line, dialect);
    const last = parts.at(-1);
    if (last?.kind === next.kind && "lines" in last && "lines" in next && next.kind !== "heading")
      last.lines.push(...next.lines);
    else parts.push(next);
  }
  return parts;
}

function partOf(line: string, dialect: Dialect): Part {
  const lines = (rest: string) => [piecesOf(rest, dialect)];
  const quote = dialect.hasQuotes && /^(?:>|&gt;)\s?(.*)$/.exec(line);
  if (quote) return { kind: "quote", lines: lines(quote[1] ?? "") };
  const bullet = dialect.hasLists && /^\s*[-*]\s+(\S.*)?$/.exec(line);
  if (bullet) return { kind: "bullets", lines: lines(bullet[1] ?? "") };
  const number = dialect.hasLists && /^\s*\d+\.\s+(\S.*)?$/.exec(line);
  if (number) return { kind: "numbers", lines: lines(number[1] ?? "") };
  const heading = dialect.hasHeadings && /^(#{1,3})\s+(\S.*)?$/.exec(line);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, lines: lines(heading[2] ?? "") };
  return { kind: "lines", lines: lines(line) };
}

/** A longer line is shown as text: reading it would take too long. */
const LINE_MAX = 4_000;

function piecesOf(text: string, dialect: Dialect): Piece[] {
  if (text.length > LINE_MAX) return [dialect.unescape(text)];
  const pieces: Piece[] = [];
  const add = (plain: string) => plain !== "" && pieces.push(dialect.unescape(plain));
  // The next match of each rule stays until the text has been read up to it.
  const next = new Map<Rule, RegExpExecArray | null>();
  const findFrom = (rule: Rule, from: number) => {
    const pattern = new RegExp(rule.pattern, "g");
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    next.set(rule, found);
    return found;
  };
  for (let read = 0; ; ) {
    let first: { rule: Rule; found: RegExpExecArray } | undefined;
    for (const rule of dialect.rules) {
      const known = next.get(rule);
      const found = known === null || (known && known.index >= read) ? known : findFrom(rule, read);
      if (found && (!first || found.index < first.found.index)) first = { rule, found };
    }
    if (!first) {
      add(text.slice(read));
      return pieces;
    }
    const { rule, found } = first;
    add(text.slice(read, found.index));
    pieces.push(rule.piece([...found], (inner) => piecesOf(inner, dialect)));
    read = found.index + found[0].length;
  }
}
