import { Plus } from "lucide-react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const AlertForm = lazyNamed(() => import("./alert-form.tsx"), "AlertForm");

/** A button that opens the form of a new alert rule. */
export const CreateAlert = () => (
  <FormButton creates text="Create alert rule" Icon={Plus} title="New alert rule" height="h-96" keptName="new-alert">
    {({ keptName, close }) => <AlertForm keptName={keptName} onSaved={close} />}
  </FormButton>
);
