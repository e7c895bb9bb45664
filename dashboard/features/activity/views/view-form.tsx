import { CreateSavedView } from "#contract/activity/saved-views.ts";
import type { ViewedList } from "#contract/constants/activity/saved-views.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface ViewFormProps {
  list: ViewedList;
  search: string;
  keptName: string;
  onSaved: () => void;
}

const View = CreateSavedView.pick({ name: true }).extend({ isShared: CreateSavedView.shape.isShared.unwrap() });

/** Keeps the filters of a list under a name. */
export function ViewForm({ list, search, keptName, onSaved }: ViewFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={View}
      initial={{ name: "", isShared: false }}
      keptName={keptName}
      action="Save view"
      send={async (values) => {
        await write("savedViews.create", { ...values, list, search });
        onSaved();
        showToast({ tone: "success", text: "The view was saved" });
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" placeholder="Failed mails of today" autoFocus />
          <Checkbox
            label="Share it with all members of this environment"
            checked={form.watch("isShared")}
            onChange={(isShared) => form.setValue("isShared", isShared, { shouldDirty: true })}
          />
        </>
      )}
    </SchemaForm>
  );
}
