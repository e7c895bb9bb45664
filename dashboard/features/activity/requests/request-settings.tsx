import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const SettingsForm = lazyNamed(() => import("./settings-form.tsx"), "SettingsForm");

/** A button that shows what is recorded of calls, for those who may to change it. */
export const RequestSettings = () => (
  <FormButton text="Recording" title="Recording of requests" height="h-56" keptName="request-settings">
    {({ keptName, close }) => <SettingsForm keptName={keptName} onSaved={close} />}
  </FormButton>
);
