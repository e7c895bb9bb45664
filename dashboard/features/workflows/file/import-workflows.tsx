import { Upload } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The schemas of the file are not part of the list's first load.
const ImportPanel = lazyNamed(() => import("./import-panel.tsx"), "ImportPanel");

/** A button that opens the import of a file. */
export const ImportWorkflows = () => (
  <FormButton
    className="max-sm:hidden"
    text="Import"
    Icon={Upload}
    title="Import workflows"
    height="h-44"
    keptName="import"
  >
    {({ keptName, close }) => <ImportPanel keptName={keptName} onClose={close} />}
  </FormButton>
);
