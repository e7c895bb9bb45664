import { Download } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { download } from "#dashboard/download.ts";
import type { GroupTexts } from "./text-states.ts";

interface ExportTextsProps {
  group: string;
  texts: GroupTexts;
  disabled: boolean;
}

/** Saves the texts of all locales as one CSV file. The menus of the locales have files of JSON. */
export function ExportTexts({ group, texts, disabled }: ExportTextsProps) {
  async function save(): Promise<void> {
    const { csvFile } = await import("./export-texts.ts");
    download(`${group}.csv`, csvFile(texts), "text/csv");
  }
  return (
    <Button disabled={disabled} onClick={() => void save()}>
      <Download className="size-4" aria-hidden="true" /> Export CSV
    </Button>
  );
}
