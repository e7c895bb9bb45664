import { FileText } from "lucide-react";
import { useRef, useState } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";

/** Takes a file of texts, and shows what is wrong with the last one. */
export function ChooseFile({ issues, onFile }: { issues: readonly string[]; onFile: (file: File) => Promise<void> }) {
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
        <FileText className="size-8 text-muted" aria-hidden="true" />
        <p className="text-muted">
          JSON with the texts of one locale, nested or flat, or CSV with a column <code className="font-mono">key</code>{" "}
          and one for each locale.
        </p>
        <input
          ref={input}
          hidden
          type="file"
          aria-label="File of texts"
          accept="application/json,.json,text/csv,.csv,.tsv"
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
