import { CopyButton } from "../controls/copy-button.tsx";

interface CodeBlockProps {
  /** Names the block for screen readers: "curl snippet". */
  label: string;
  code: string;
  /** The text to copy, when the text on screen has a masked secret. */
  codeToCopy?: string;
}

export function CodeBlock({ label, code, codeToCopy = code }: CodeBlockProps) {
  return (
    <div className="relative rounded-lg border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-lg">
        <pre translate="no" className="p-3 pr-10 font-mono text-xs leading-5">
          {code}
        </pre>
      </section>
      <span className="absolute top-2 right-2 flex rounded bg-sunken">
        <CopyButton value={codeToCopy} what={label} />
      </span>
    </div>
  );
}

/** Data as indented JSON. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  return <CodeBlock label={label} code={JSON.stringify(value, null, 2)} />;
}
