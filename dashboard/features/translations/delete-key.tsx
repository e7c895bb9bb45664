import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { RemovedTexts, TemplatePlace } from "#contract/workflows/translations.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { PlaceList } from "./template-places.tsx";
import type { LocaleColumn } from "./text-states.ts";

interface DeleteKeyProps {
  group: string;
  textKey: string;
  columns: readonly LocaleColumn[];
  /** The templates that print it, as far as they name it. */
  places: readonly TemplatePlace[];
}

/** Deletes a key with its texts in all locales, after it has said who prints it. */
export function DeleteKey({ group, textKey, columns, places }: DeleteKeyProps) {
  const { write } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  const texts = columns.filter(({ texts: ofLocale }) => ofLocale.has(textKey));
  async function undo(removed: RemovedTexts): Promise<void> {
    const entries = Object.entries(removed);
    const locales = Object.fromEntries(entries.map(([locale, { text }]) => [locale, { [textKey]: text }]));
    const notes = Object.fromEntries(
      entries.map(([locale, { text: _text, ...note }]) => [locale, { [textKey]: note }]),
    );
    try {
      await write("translations.importLocales", group, { locales, notes, mode: "merge" });
    } catch (error) {
      showToast({ tone: "danger", text: `${textKey} is not restored. ${errorText(error)}` });
    }
  }
  return (
    <>
      <IconButton label={`Delete ${textKey}`} onClick={() => setAsking(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
      {isAsking && (
        <Confirmation
          onClose={() => setAsking(false)}
          title={`Delete the key ${textKey}?`}
          action="Delete key"
          onConfirm={async () => {
            const { removed } = await write("translations.deleteKey", group, { key: textKey });
            showToast({ tone: "success", text: `${textKey} was deleted`, undo: () => void undo(removed) });
          }}
        >
          <p>{texts.length === 1 ? "Its text in 1 locale is" : `Its texts in ${texts.length} locales are`} deleted.</p>
          {places.length > 0 && (
            <>
              <p>These templates print it. From then on they print the key itself.</p>
              <PlaceList label="Templates that print it" places={places} />
            </>
          )}
        </Confirmation>
      )}
    </>
  );
}
