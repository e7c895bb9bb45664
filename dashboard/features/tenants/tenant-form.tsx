import { CreateTenant, type Tenant } from "#contract/tenants.ts";
import { JsonField } from "#dashboard/components/controls/json-field.tsx";
import { FormInput, fieldError } from "#dashboard/forms/form.tsx";
import { JsonObjectText, jsonObjectText } from "#dashboard/forms/json-object.ts";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { splitData } from "./branding-of.ts";

const TenantValues = CreateTenant.extend({ data: JsonObjectText });

interface TenantFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  /** The one to change; a new one without it. */
  tenant?: Tenant;
  onSaved: (tenant: Tenant) => void;
}

/** Creates a tenant, or changes the name and the data of one. */
export function TenantForm({ keptName, tenant, onSaved }: TenantFormProps) {
  const { write } = useEnvironment();
  // It has a form of its own.
  const { branding, rest } = splitData(tenant?.data);
  return (
    <SchemaForm
      schema={TenantValues}
      initial={{
        identifier: tenant?.identifier ?? "",
        name: tenant?.name ?? "",
        data: jsonObjectText(rest),
      }}
      keptName={keptName}
      className="items-start"
      action={tenant ? "Save" : "Create"}
      send={async ({ identifier, name, data }, form) => {
        const given = { name, data: { ...(branding && { branding }), ...data } };
        const saved = tenant
          ? await write("tenants.update", identifier, given)
          : await write("tenants.create", identifier, given);
        form.reset(form.getValues());
        onSaved(saved);
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          {!tenant && (
            <FormInput
              form={form}
              name="identifier"
              label="Identifier"
              hint="Events name the tenant by this"
              autoFocus
            />
          )}
          <FormInput form={form} name="name" label="Name" />
          <JsonField
            label="Data"
            hint={'What templates and conditions know as tenant.data, such as {"plan": "gold"}'}
            optional
            value={form.watch("data")}
            onChange={(data) => form.setValue("data", data, { shouldDirty: true })}
            error={fieldError(form, "data")}
          />
        </div>
      )}
    </SchemaForm>
  );
}
