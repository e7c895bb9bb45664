import { FileJson } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ChooseFile } from "#dashboard/components/controls/choose-file.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { type ImportItem, isOutstanding } from "./import-item.ts";
import { ImportRow } from "./import-row.tsx";
import { useImport } from "./use-import.ts";

interface ImportPanelProps {
  /** Keeps the file and what is chosen under this name. */
  keptName: string;
  onClose: () => void;
}

/** Chooses a file, shows what its import will do, does it, and shows what came of it. */
export function ImportPanel({ keptName, onClose }: ImportPanelProps) {
  const { state, open, change, run, restart } = useImport(keptName);
  if (state.kind === "choose") {
    return (
      <ChooseFile
        label="File of workflows"
        icon={FileJson}
        accept="application/json,.json"
        issues={state.issues}
        onFile={open}
      >
        Drop a file here that an export has written, or choose one.
      </ChooseFile>
    );
  }
  const { items, file } = state;
  const chosen = items.filter(isOutstanding);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted wrap-anywhere">
        {file.name}: {state.kind === "ended" ? resultText(items) : previewText(items)}
      </p>
      <ul aria-label="Workflows of the file" className="flex flex-col rounded-lg border">
        {items.map((item) => (
          <ImportRow
            key={item.key}
            item={item}
            isEditable={state.kind === "preview" && item.result?.kind !== "done"}
            onChange={(changed) => change(item.key, changed)}
            onOpen={onClose}
          />
        ))}
      </ul>
      {state.error !== undefined && <Alert>{`Nothing is imported. ${state.error}`}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        {state.kind === "ended" ? (
          <>
            <Button onClick={restart}>Import another file</Button>
            {items.some(({ result }) => result?.kind === "failed") && (
              <Button onClick={() => void run()}>Try again</Button>
            )}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={restart} disabled={state.kind === "running"}>
              Choose another file
            </Button>
            <Button
              variant="primary"
              pending={state.kind === "running"}
              disabled={chosen.length === 0}
              onClick={() => void run()}
            >
              {`Import ${chosen.length} workflow${chosen.length === 1 ? "" : "s"}`}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function previewText(items: readonly ImportItem[]): string {
  const count = (choice: ImportItem["choice"]) =>
    items.filter((item) => isOutstanding(item) && item.choice === choice).length;
  const skipped = items.filter((item) => item.choice === "skip").length;
  const parts = [
    count("create") > 0 && `${count("create")} to create`,
    count("replace") > 0 && `${count("replace")} to replace`,
    skipped > 0 && `${skipped} left out`,
  ].filter(Boolean);
  return `${parts.join(", ")}.`;
}

function resultText(items: readonly ImportItem[]): string {
  const done = items.filter(({ result }) => result?.kind === "done").length;
  const failed = items.filter(({ result }) => result?.kind === "failed").length;
  const rest = items.length - done - failed;
  return (
    [`${done} imported`, failed > 0 && `${failed} failed`, rest > 0 && `${rest} left out`].filter(Boolean).join(", ") +
    "."
  );
}
