import type { ReactNode } from "react";
import { type Chat, type Mark, type Part, type Piece, readMarkup } from "./chat-markup.ts";

/** A text as a chat shows its markup. */
export const ChatText = ({ text, chat }: { text: string; chat: Chat }) =>
  withKeys(readMarkup(text, chat), (part) => <Shown part={part} />);

function Shown({ part }: { part: Part }) {
  switch (part.kind) {
    case "code":
      return (
        <pre translate="no" className="overflow-x-auto rounded border bg-sunken p-2 font-mono text-xs">
          {part.text}
        </pre>
      );
    case "quote":
      return (
        <blockquote className="border-s-4 border-outline ps-3 whitespace-pre-wrap">{joined(part.lines)}</blockquote>
      );
    case "bullets":
      return <ul className="list-disc ps-5">{items(part.lines)}</ul>;
    case "numbers":
      return <ol className="list-decimal ps-5">{items(part.lines)}</ol>;
    case "heading":
      return <p className={`font-semibold ${part.level === 1 ? "text-lg" : "text-base"}`}>{joined(part.lines)}</p>;
    case "lines":
      return <p className="whitespace-pre-wrap">{joined(part.lines)}</p>;
  }
}

const items = (lines: readonly Piece[][]): ReactNode[] => withKeys(lines, (line) => <li>{pieces(line)}</li>);

const joined = (lines: readonly Piece[][]): ReactNode[] =>
  lines.flatMap((line, index) => [...(index > 0 ? ["\n"] : []), ...pieces(line)]);

const pieces = (line: readonly Piece[]): ReactNode[] => withKeys(line, shownPiece);

function shownPiece(piece: Piece): ReactNode {
  if (typeof piece === "string") return piece;
  const inner = pieces(piece.inner);
  // As in the other previews, nothing is left by a click.
  return "href" in piece ? (
    <span title={piece.href} className="text-accent underline">
      {inner}
    </span>
  ) : (
    <Marked mark={piece.mark}>{inner}</Marked>
  );
}

function Marked({ mark, children }: { mark: Mark; children: ReactNode }) {
  switch (mark) {
    case "code":
      return (
        <code translate="no" className="rounded border bg-sunken px-1 font-mono text-xs">
          {children}
        </code>
      );
    case "mention":
      return <span className="rounded bg-accent-soft px-1">{children}</span>;
    case "spoiler":
      return <span className="rounded bg-sunken px-1 underline decoration-dotted">{children}</span>;
    case "strong":
    case "em":
    case "u":
    case "s": {
      const Tag = mark;
      return <Tag>{children}</Tag>;
    }
  }
}

/** Parts have no names, and keep their order. */
export function withKeys<T>(list: readonly T[], shown: (item: T) => ReactNode): ReactNode[] {
  return list.map((item, index) => <Keyed key={String(index)}>{shown(item)}</Keyed>);
}

const Keyed = ({ children }: { children: ReactNode }) => children;
