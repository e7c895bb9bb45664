import { classNames } from "../class-names.ts";
import { type DiffLine, diffOfTexts, jsonText } from "./diff-lines.ts";

interface DiffProps {
  /** Names the comparison for screen readers: "Body, version 3 and 4". */
  label: string;
  /** Two texts, or two JSON values. */
  before: unknown;
  after: unknown;
}

const KINDS = {
  same: { sign: " ", name: "", row: "", part: "" },
  removed: { sign: "−", name: "Removed: ", row: "bg-danger-soft", part: "bg-danger/25 underline" },
  added: { sign: "+", name: "Added: ", row: "bg-success-soft", part: "bg-success/25 underline" },
} as const;

/** Compares two texts or two JSON values, line by line, with the words that differ marked. */
export function Diff({ label, before, after }: DiffProps) {
  const lines = diffOfTexts(asText(before), asText(after));
  if (lines.every(({ kind }) => kind === "same")) return <p className="text-muted">No difference</p>;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      // Positioned, as texts for screen readers alone would widen the page otherwise.
      className="relative max-h-96 overflow-auto rounded-lg border bg-raised"
    >
      <ol translate="no" dir="ltr" className="min-w-max py-1 font-mono text-xs leading-5">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are made anew from the texts, and have no identity of their own
          <Line key={index} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line: { kind, before, after, parts } }: { line: DiffLine }) {
  const { sign, name, row, part } = KINDS[kind];
  return (
    <li className={classNames("flex whitespace-pre", row)}>
      <span aria-hidden="true" className="sticky start-0 flex shrink-0 bg-raised text-muted select-none">
        <span className={classNames("w-9 pe-2 text-end", row)}>{before}</span>
        <span className={classNames("w-9 pe-2 text-end", row)}>{after}</span>
      </span>
      <span aria-hidden="true" className="w-5 shrink-0 text-center select-none">
        {sign}
      </span>
      {name && <span className="sr-only">{name}</span>}
      <span className="pe-3">
        {parts.map(({ text, changed }, index) => (
          // Only in a line that changes in part, parts are marked.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no identity of their own
          <span key={index} className={changed && parts.length > 1 ? part : undefined}>
            {text}
          </span>
        ))}
      </span>
    </li>
  );
}

const asText = (value: unknown): string => (typeof value === "string" ? value : jsonText(value));
