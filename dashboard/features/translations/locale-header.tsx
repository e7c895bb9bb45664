import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useRef } from "react";
import { localeChain } from "#contract/constants/locales.ts";
import type { TranslationTexts } from "#contract/translations.ts";
import { IconButton } from "../../components/button.tsx";
import { showToast } from "../../components/toast.tsx";
import { errorText } from "../../errors.ts";
import { useEnvironment } from "../../use-environment.ts";

interface LocaleHeaderProps {
  group: string;
  locale: string;
  defaultLocale: string;
  texts: TranslationTexts;
}

/** The head of a locale's column: where a missing text is looked for next, and the file of the locale. */
export function LocaleHeader({ group, locale, defaultLocale, texts }: LocaleHeaderProps) {
  const { may, mutations, readOnly } = useEnvironment();
  const input = useRef<HTMLInputElement>(null);
  const importing = useMutation(mutations.importTexts(group));
  const fallbacks = localeChain(locale, defaultLocale).slice(1);

  async function importFile(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const { TranslationTexts } = await import("#contract/translations.ts");
      const imported = TranslationTexts.parse(JSON.parse(await file.text()));
      await importing.mutateAsync({ locale, texts: imported });
      showToast({ tone: "success", text: `${file.name} is in the place of the texts in ${locale}.` });
    } catch (error) {
      const reason = error instanceof SyntaxError ? "The file is no JSON." : errorText(error);
      showToast({ tone: "danger", text: `${file.name} was not imported. ${reason}` });
    }
  }

  return (
    <div className="flex items-center gap-1">
      <span>
        <span className="block font-medium text-text">{locale}</span>
        {fallbacks.length > 0 && <span className="block font-normal">then {fallbacks.join(", ")}</span>}
      </span>
      <IconButton label={`Export ${locale}`} onClick={() => download(`${group}.${locale}.json`, texts)}>
        <Download className="size-4" aria-hidden="true" />
      </IconButton>
      {may("content.edit") && (
        <>
          <IconButton label={`Import ${locale}`} disabled={readOnly} onClick={() => input.current?.click()}>
            <Upload className="size-4" aria-hidden="true" />
          </IconButton>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            aria-label={`File of ${locale}`}
            hidden
            disabled={readOnly}
            onChange={(event) => {
              void importFile(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </>
      )}
    </div>
  );
}

function download(name: string, texts: TranslationTexts): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(texts, null, 2)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
