import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";

// The contract's schemas are not part of the list's first load.
const SuppressionForm = lazyNamed(() => import("./suppression-form.tsx"), "SuppressionForm");

/** A button that opens the form of addresses to add. */
export const AddSuppressions = () => (
  <FormButton creates text="Add addresses" title="Add addresses" height="h-72" keptName="new-suppressions">
    {({ keptName, close }) => <SuppressionForm keptName={keptName} onAdded={close} />}
  </FormButton>
);
