import { ArrowRight } from "lucide-react";
import { classNames } from "#dashboard/components/class-names.ts";
import { Diff } from "#dashboard/components/display/diff.tsx";
import type { FieldDifference } from "./compare-definitions.ts";

/** Values up to this length stand beside each other, longer ones are compared line by line. */
const SHORT = 80;

/** One field before and after: side by side where both are short, else line by line. */
export function FieldDiff({ difference: { label, before, after } }: { difference: FieldDifference }) {
  if (isShort(before) && isShort(after)) {
    return (
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {before !== "" && <Value kind="removed" text={before} />}
        {before !== "" && after !== "" && (
          <ArrowRight className="size-4 shrink-0 text-muted rtl:rotate-180" aria-hidden="true" />
        )}
        {after !== "" && <Value kind="added" text={after} />}
      </p>
    );
  }
  if (before === "") return <Whole kind="added" text={after} label={label} />;
  if (after === "") return <Whole kind="removed" text={before} label={label} />;
  return <Diff label={`${label}, before and after`} before={before} after={after} />;
}

const isShort = (text: string): boolean => text.length <= SHORT && !text.includes("\n");

const KINDS = {
  removed: { name: "Removed: ", className: "bg-danger-soft", Element: "del" },
  added: { name: "Added: ", className: "bg-success-soft", Element: "ins" },
} as const;

interface ValueProps {
  kind: keyof typeof KINDS;
  text: string;
}

function Value({ kind, text }: ValueProps) {
  const { name, className, Element } = KINDS[kind];
  return (
    <Element
      dir="auto"
      translate="no"
      className={classNames("rounded px-1.5 py-0.5 wrap-anywhere", className, kind === "added" && "no-underline")}
    >
      <span className="sr-only">{name}</span>
      {text}
    </Element>
  );
}

/** A long value that only one side has. */
function Whole({ kind, text, label }: ValueProps & { label: string }) {
  const { name, className } = KINDS[kind];
  return (
    <section
      aria-label={`${name}${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={classNames("relative max-h-96 overflow-auto rounded-lg border p-2", className)}
    >
      <pre translate="no" className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}
