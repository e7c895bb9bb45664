import { Languages } from "lucide-react";
import type { Preview } from "#contract/v2/workflows.ts";

/** Says which translations of a message are not in the locale that it is shown in, and whose are shown. */
export function FallenBack({
  translations: { locales, fellBack },
}: {
  translations: NonNullable<Preview["translations"]>;
}) {
  const [locale] = locales;
  return (
    <div className="flex items-start gap-2 text-muted">
      <Languages className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p>
          {fellBack.length === 1
            ? `1 text is not there in ${locale}:`
            : `${fellBack.length} texts are not there in ${locale}:`}
        </p>
        <ul aria-label="Texts from other locales" className="flex max-h-40 flex-col gap-1 overflow-auto">
          {fellBack.map(({ key, locale: from }) => (
            <li key={key} className="wrap-anywhere">
              <code translate="no" className="font-mono text-xs">
                {key}
              </code>{" "}
              {from === undefined
                ? "is in no locale: its key or the template's default text is shown"
                : `is shown in ${from}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
