import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { copyOrShow } from "./copy-or-show.ts";

interface CopyButtonProps {
  value: string;
  /** Name of the copied thing in the tooltip: "identifier". */
  what: string;
}

export function CopyButton({ value, what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyOrShow(value, what)) setCopied(true);
  }

  const label = copied ? `Copied ${what}` : `Copy ${what}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
      className="relative z-10 inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-sunken hover:text-text"
    >
      {copied ? (
        <Check className="size-3.5 text-success" aria-hidden="true" />
      ) : (
        <Copy className="size-3.5" aria-hidden="true" />
      )}
    </button>
  );
}

/** An id in a monospaced font, truncated to the available width, with its copy button. */
export function CopyableId({ value, what }: CopyButtonProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <code translate="no" className="truncate font-mono text-xs text-muted" title={value}>
        {value}
      </code>
      <CopyButton value={value} what={what} />
    </span>
  );
}

interface WithRowIdProps extends CopyButtonProps {
  children: ReactNode;
}

/** A row's name, and beside it the id of the row that is pointed at or has the focus; on cards and where nothing can hover, of each. */
export function WithRowId({ children, ...id }: WithRowIdProps) {
  return (
    <span className="flex min-w-0 items-center gap-3 max-sm:flex-col max-sm:items-start max-sm:gap-0">
      {children}
      <span className="row-id inline-flex max-w-full min-w-0 shrink-[4] sm:pointer-fine:hidden sm:pointer-fine:group-focus-within/row:inline-flex sm:pointer-fine:group-hover/row:inline-flex">
        <CopyableId {...id} />
      </span>
    </span>
  );
}
