import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Locale } from "#contract/schemas/common.ts";
import type { ImportLocales } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Combobox } from "#dashboard/components/controls/combobox.tsx";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { ChooseTexts, type ChosenFile } from "./choose-texts.tsx";
import { changeCount, ImportChanges, importedText } from "./import-changes.tsx";

interface ImportPanelProps {
  group: string;
  locales: readonly string[];
  onClose: () => void;
}

const MODES = [
  { id: "merge", text: "Keep them", description: "Texts of the file are added and changed." },
  { id: "replace", text: "Remove them", description: "Replaces all texts of the locale with the file's." },
] as const;

/** Chooses a file, shows what its import would change, and does it. */
export function ImportPanel({ group, locales, onClose }: ImportPanelProps) {
  const { current, write, read } = useEnvironment();
  const [file, setFile] = useState<ChosenFile>();
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

  if (!file) {
    return (
      <ChooseTexts
        onTexts={(chosen) => {
          setLocale((chosen.content.kind === "one" && chosen.content.locale) || "");
          setFile(chosen);
        }}
      />
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

/** The texts by locale; undefined while a file that names none is in no locale. */
function localesOf({ content }: ChosenFile, locale: string | undefined): ImportLocales["locales"] | undefined {
  if (content.kind === "several") return content.locales;
  return locale === undefined ? undefined : { [locale]: content.texts };
}
