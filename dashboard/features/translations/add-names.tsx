import { useState } from "react";
import type { TranslationGroup } from "#contract/workflows/translations.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { isKept } from "#dashboard/kept-input.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { NameDialog } from "./name-dialog.tsx";

interface AddNamesProps {
  group: TranslationGroup;
  onKey: (key: string) => void;
}

const NAMES = ["key", "locale"] as const;

/** Adds keys and locales to a group. A name that was typed before a sign-in opens its dialog again. */
export function AddNames({ group: { identifier, locales }, onKey }: AddNamesProps) {
  const [adding, setAdding] = useState(() => NAMES.find(isKept));
  const { write, may, readOnly } = useEnvironment();
  return (
    <>
      {may("content.edit") && (
        <>
          <Button disabled={readOnly} onClick={() => setAdding("key")}>
            Add key
          </Button>
          <Button disabled={readOnly} onClick={() => setAdding("locale")}>
            Add locale
          </Button>
        </>
      )}
      <NameDialog
        kind="key"
        open={adding === "key"}
        onClose={() => setAdding(undefined)}
        hint={`Templates print it as ${identifier}.key`}
        taken={[]}
        onName={async (key) => onKey(key)}
      />
      <NameDialog
        kind="locale"
        open={adding === "locale"}
        onClose={() => setAdding(undefined)}
        hint="Such as de or pt-BR"
        taken={locales.map(({ locale }) => locale)}
        onName={async (locale) => void (await write("translations.import", identifier, locale, {}))}
      />
    </>
  );
}
