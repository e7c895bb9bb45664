import { Inbox } from "lucide-react";
import { useState } from "react";
import { type DataKind, IMPORT_MAX_BYTES } from "#contract/constants/imports.ts";
import { ChooseFile } from "#dashboard/components/controls/choose-file.tsx";
import { ColumnMapping } from "./column-mapping.tsx";
import { KINDS } from "./import-texts.ts";
import type { ChosenFile } from "./read-start.ts";

/** Chooses a file, gives its columns their fields, checks it, and imports it. */
export function ImportFile({ kind }: { kind: DataKind }) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [issues, setIssues] = useState<readonly string[]>([]);
  async function open(file: File): Promise<void> {
    setIssues([]);
    if (file.size > IMPORT_MAX_BYTES) {
      setIssues(["The file is larger than 50 MB: divide it into several files."]);
      return;
    }
    // The parser of CSV is not part of the screen's first load.
    const { readStart } = await import("./read-start.ts");
    const start = await readStart(file);
    if ("issue" in start) setIssues([start.issue]);
    else setChosen({ file, ...start });
  }
  if (chosen) return <ColumnMapping kind={kind} chosen={chosen} onLeave={() => setChosen(undefined)} />;
  return (
    <ChooseFile
      label={`File of ${KINDS[kind].name.toLowerCase()}`}
      icon={Inbox}
      accept="text/csv,.csv,.tsv,.txt,application/json,.json,application/x-ndjson,.ndjson,.jsonl"
      issues={issues}
      onFile={open}
    >
      CSV, a JSON array of objects, or one JSON object in each line. {KINDS[kind].text}
    </ChooseFile>
  );
}
