import { CreateContext, type StoredContext } from "#contract/v2/contexts.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const ContextValues = CreateContext.pick({ type: true, id: true }).extend({ data: JsonObjectText });

interface ContextFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  /** The one to change; a new one without it. */
  context?: StoredContext;
  onSaved: (context: StoredContext) => void;
}

/** Creates a context, or changes the data of one. */
export function ContextForm({ keptName, context, onSaved }: ContextFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={ContextValues}
      initial={{ type: context?.type ?? "", id: context?.id ?? "", data: jsonObjectText(context?.data) }}
      keptName={keptName}
      className="items-start"
      action={context ? "Save" : "Create"}
      send={async ({ type, id, data }, form) => {
        const given = { data: data ?? {} };
        const saved = context
          ? await write("v2.contexts.update", type, id, given)
          : await write("v2.contexts.create", { type, id, ...given });
        form.reset(form.getValues());
        onSaved(saved);
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          {!context && (
            <>
              <FormInput
                form={form}
                name="type"
                label="Type"
                hint="What it is, such as tenant, app or region"
                autoFocus
              />
              <FormInput form={form} name="id" label="Id" hint="Your own id of it, such as acme-corp" />
            </>
          )}
          <JsonField
            label="Data"
            hint={`What templates and conditions know as context.${form.watch("type") || "tenant"}.data, such as {"plan": "gold"}`}
            optional
            ref={form.register("data").ref}
            value={form.watch("data")}
            onChange={(data) => form.setValue("data", data, { shouldDirty: true })}
            error={fieldError(form, "data")}
          />
        </div>
      )}
    </SchemaForm>
  );
}
