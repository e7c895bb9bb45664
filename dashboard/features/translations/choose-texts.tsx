import { FileText } from "lucide-react";
import { useState } from "react";
import { uuid } from "#client/secure-context.ts";
import { ChooseFile } from "#dashboard/components/controls/choose-file.tsx";
import { readTextFile } from "#dashboard/read-text-file.ts";
import { type ReadTexts, readTexts } from "./read-texts.ts";

export interface ChosenFile {
  /** Names the file for the query that says what it changes: its texts would be a large name. */
  id: string;
  name: string;
  content: Exclude<ReadTexts, { kind: "refused" }>;
}

/** Reads a file of texts that is chosen, or says why it cannot be read. */
export function ChooseTexts({ onTexts }: { onTexts: (file: ChosenFile) => void }) {
  const [issues, setIssues] = useState<readonly string[]>([]);
  async function open(file: File): Promise<void> {
    const content = await contentOf(file);
    setIssues(content.kind === "refused" ? content.issues : []);
    if (content.kind !== "refused") onTexts({ id: uuid(), name: file.name, content });
  }
  return (
    <ChooseFile
      label="File of texts"
      icon={FileText}
      accept="application/json,.json,text/csv,.csv,.tsv,application/xliff+xml,.xliff,.xlf"
      issues={issues}
      onFile={open}
    >
      JSON with the texts of one locale, nested or flat, CSV with a column{" "}
      <code translate="no" className="font-mono">
        key
      </code>{" "}
      and one for each locale, or XLIFF from a translator.
    </ChooseFile>
  );
}

async function contentOf(file: File): Promise<ReadTexts> {
  // CSV has encodings of its own: `readTexts` decodes it.
  if (/\.(?:csv|tsv|txt)$/i.test(file.name)) return readTexts(file.name, await file.arrayBuffer());
  const read = await readTextFile(file);
  if ("issue" in read) return { kind: "refused", issues: [read.issue] };
  if (!/\.xlf$|\.xliff$/i.test(file.name)) return readTexts(file.name, read.text);
  const { readXliff } = await import("./xliff/read-xliff.ts");
  return readXliff(read.text);
}
