import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { Banner } from "../feedback/banner.tsx";
import { Button } from "./button.tsx";

interface ChooseFileProps {
  /** Names the file for screen readers: "File of texts". */
  label: string;
  icon: LucideIcon;
  /** Types and endings of files, as the `accept` of an input. */
  accept: string;
  /** Everything that is wrong with the last file. */
  issues: readonly string[];
  /** Resolves once the file is read. */
  onFile: (file: File) => Promise<void>;
  /** Says what files may hold. */
  children: ReactNode;
}

/** Takes a file that is dropped or chosen, and shows what is wrong with the last one. */
export function ChooseFile({ label, icon: Icon, accept, issues, onFile, children }: ChooseFileProps) {
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  async function read(file: File | null | undefined) {
    if (!file) return;
    setReading(true);
    await onFile(file);
    setReading(false);
  }
  return (
    <div className="flex flex-col gap-3">
      <DropZone
        aria-label="Drop a file here"
        onDrop={({ items }) => {
          const dropped = items.find((item) => item.kind === "file");
          if (dropped?.kind === "file") void dropped.getFile().then(read);
        }}
        className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-outline px-4 py-8 text-center outline-accent data-drop-target:border-accent data-drop-target:bg-accent-soft data-focus-visible:outline-2"
      >
        <Icon className="size-8 text-muted" aria-hidden="true" />
        <p className="text-muted">{children}</p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={label}
          accept={accept}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file can be chosen again once it has been mended.
            target.value = "";
          }}
        />
        <Button variant="primary" pending={isReading} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </DropZone>
      {issues.length > 0 && (
        <Banner tone="danger" title="The file cannot be imported">
          <ul>
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
