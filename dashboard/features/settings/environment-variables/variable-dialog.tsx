import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormDialog } from "#dashboard/forms/form-dialog.tsx";

// The contract's schemas are not part of the list's first load.
const VariableForm = lazyNamed(() => import("./variable-form.tsx"), "VariableForm");

/** The name under which a variable is kept that was not created. */
export const NEW_VARIABLE = "new-environment-variable";
/** The name under which changes of a variable are kept that were not saved. */
export const variableEditing = (id: string) => `environment-variable-${id}`;

interface VariableDialogProps {
  /** The variable to change; a new one without it. */
  variable?: EnvironmentVariable | undefined;
  onClose: () => void;
}

/** Asks for the key and the values of a variable, and stays open until it is saved. */
export function VariableDialog({ variable, onClose }: VariableDialogProps) {
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={variable ? `Edit ${variable.key}` : "New variable"}
      height="h-96"
    >
      <VariableForm
        variable={variable}
        keptName={variable ? variableEditing(variable._id) : NEW_VARIABLE}
        onSaved={({ key }) => {
          onClose();
          showToast({ tone: "success", text: variable ? `${key} was saved` : `${key} was created` });
        }}
      />
    </FormDialog>
  );
}
