import { Button } from "#dashboard/components/controls/button.tsx";
import { CopyButton } from "#dashboard/components/controls/copy-button.tsx";

interface CreatedKeyProps {
  name: string;
  apiKey: string;
  /** The end of the key that it took the place of: "in 24 hours"; absent for a new key. */
  oldKeyText?: string | undefined;
  onDone: () => void;
}

/** A key right after it was created, which is the only time that it is shown. */
export function CreatedKey({ name, apiKey, oldKeyText, onDone }: CreatedKeyProps) {
  return (
    <section aria-label="New API key" className="flex flex-col gap-3 rounded-lg border bg-accent-soft p-4">
      <div role="status">
        <h2 className="font-medium wrap-anywhere">Copy the key {name} now</h2>
        <p className="text-muted">
          It cannot be shown again: keep it where your application reads its secrets. {oldKeyText}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 items-center gap-1 rounded-md border bg-raised px-2 py-1">
          <code translate="no" className="min-w-0 font-mono text-xs break-all">
            {apiKey}
          </code>
          <CopyButton value={apiKey} what="API key" />
        </span>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </section>
  );
}
