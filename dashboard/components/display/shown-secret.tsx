import type { ReactNode } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";

interface ShownSecretProps {
  /** Names the section for screen readers. */
  label: string;
  title: string;
  text: ReactNode;
  secret: string;
  /** Names the secret: "API key". */
  what: string;
  onDone: () => void;
}

/** A secret right after it was made, which is the only time that it is shown. */
export function ShownSecret({ label, title, text, secret, what, onDone }: ShownSecretProps) {
  return (
    <section aria-label={label} className="flex flex-col gap-3 rounded-lg border bg-accent-soft p-4">
      <div role="status">
        <h2 className="font-medium wrap-anywhere">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 items-center gap-1 rounded-md border bg-raised px-2 py-1">
          <code translate="no" className="min-w-0 font-mono text-xs break-all">
            {secret}
          </code>
          <CopyButton value={secret} what={what} />
        </span>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </section>
  );
}
