import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { uuid } from "#client/secure-context.ts";
import { Locale } from "#contract/schemas/common.ts";
import type { ImportLocales } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { ChooseFile } from "#dashboard/components/controls/choose-file.tsx";
import { Combobox } from "#dashboard/components/controls/combobox.tsx";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { readTextFile } from "#dashboard/read-text-file.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { changeCount, ImportChanges, importedText } from "./import-changes.tsx";
import { type ReadTexts, readTexts } from "./read-texts.ts";

interface ImportPanelProps {
  group: string;
  locales: readonly string[];
  onClose: () => void;
}

interface ChosenFile {
  /** Names the file for the query that says what it changes: its texts would be a large name. */
  id: string;
  name: string;
  content: Exclude<ReadTexts, { kind: "refused" }>;
}

const MODES = [
  { id: "merge", text: "Keep them", description: "Texts of the file are added and changed." },
  { id: "replace", text: "Remove them", description: "Afterwards the locale has the texts of the file alone." },
] as const;

/** Chooses a file, shows what its import would change, and does it. */
export function ImportPanel({ group, locales, onClose }: ImportPanelProps) {
  const { current, write, read } = useEnvironment();
  const [file, setFile] = useState<ChosenFile>();
  const [issues, setIssues] = useState<readonly string[]>([]);
  const [locale, setLocale] = useState("");
  const [mode, setMode] = useState<ImportLocales["mode"]>("merge");
  const isLocale = Locale.safeParse(locale).success;
  const texts = file && localesOf(file, isLocale ? locale : undefined);
  const preview = useQuery({
    ...read("translations.previewImport", group, { locales: texts ?? {}, mode }),
    // Not read again once they are imported.
    queryKey: ["environment", current?._id, "translation-imports", group, file?.id, locale, mode],
    gcTime: 0,
    enabled: texts !== undefined,
  });
  const importing = useOneMutation({
    mutationFn: (locales: ImportLocales["locales"]) => write("translations.importLocales", group, { locales, mode }),
  });

  async function open(chosen: File): Promise<void> {
    const content = await contentOf(chosen);
    setIssues(content.kind === "refused" ? content.issues : []);
    if (content.kind === "refused") return;
    setLocale((content.kind === "one" && content.locale) || "");
    setFile({ id: uuid(), name: chosen.name, content });
  }

  if (!file) {
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
  const changes = preview.data?.reduce((sum, one) => sum + changeCount(one), 0);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted wrap-anywhere">{file.name}</p>
      {file.content.kind === "one" && (
        <Combobox
          label="Locale"
          hint="The locale that the texts of the file are in"
          error={locale !== "" && !isLocale ? { type: SENTENCE, message: "Write it as en or pt-BR" } : undefined}
          value={locale}
          onChange={setLocale}
          suggestions={locales.map((text) => ({ text }))}
        />
      )}
      <RadioGroup label="Keys that the file does not have" value={mode} options={MODES} onChange={setMode} />
      <section aria-label="Changes" aria-busy={preview.isFetching} className="flex flex-col gap-2">
        <LoadFailed what="What the import changes" query={preview} />
        {preview.data ? (
          <ImportChanges imports={preview.data} />
        ) : texts === undefined ? (
          <p className="text-muted">Choose a locale to see what the import changes.</p>
        ) : (
          preview.isFetching && <Skeleton className="h-24 w-full" />
        )}
      </section>
      {importing.isError && <Alert>{`Nothing is imported. ${errorText(importing.error)}`}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => setFile(undefined)}>Choose another file</Button>
        <Button
          variant="primary"
          pending={importing.isPending}
          disabled={!texts || !preview.data || changes === 0}
          onClick={() => {
            if (!texts) return;
            importing.mutate(texts, (imported) => {
              showToast({ tone: "success", text: importedText(file.name, imported) });
              onClose();
            });
          }}
        >
          {changes === undefined ? "Import" : changes === 1 ? "Import 1 change" : `Import ${changes} changes`}
        </Button>
      </div>
    </div>
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

/** The texts by locale; undefined while a file that names none is in no locale. */
function localesOf({ content }: ChosenFile, locale: string | undefined): ImportLocales["locales"] | undefined {
  if (content.kind === "several") return content.locales;
  return locale === undefined ? undefined : { [locale]: content.texts };
}
