import { CreateRole, type Role } from "#contract/accounts/roles.ts";
import { PERMISSION_NAMES, type Permission } from "#contract/constants/permission-names.ts";
import { PERMISSIONS } from "#contract/constants/permissions.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { PERMISSION_TITLES } from "./permission-titles.ts";

interface RoleFormProps {
  /** The role to change; a new one without it. */
  role?: Role | undefined;
  /** Keeps what is typed under this name. */
  keptName: string;
  onSaved: (role: Role) => void;
}

/** The name and the permissions of a role. */
export function RoleForm({ role, keptName, onSaved }: RoleFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={CreateRole}
      initial={{
        name: role?.name ?? "",
        identifier: role?.identifier ?? "",
        permissions: role?.permissions ?? (["environment.read"] satisfies Permission[]),
      }}
      keptName={keptName}
      action={role ? "Save role" : "Create role"}
      send={async (given) => {
        const { identifier: _, ...changes } = given;
        const saving = role
          ? write("organizations.updateRole", role.identifier, changes)
          : write("organizations.createRole", given);
        onSaved(await saving);
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" autoFocus />
          {!role && (
            <FormInput
              form={form}
              name="identifier"
              label="Identifier"
              hint="Lower-case letters, digits and hyphens: support-staff"
            />
          )}
          <Permissions
            chosen={form.watch("permissions") ?? []}
            fault={form.formState.errors.permissions?.message}
            onChange={(permissions) =>
              form.setValue("permissions", permissions, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
        </>
      )}
    </SchemaForm>
  );
}

interface PermissionsProps {
  chosen: readonly Permission[];
  fault: string | undefined;
  onChange: (permissions: Permission[]) => void;
}

function Permissions({ chosen, fault, onChange }: PermissionsProps) {
  const { may } = useEnvironment();
  const toggle = (permission: Permission, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== permission);
    onChange(isChosen ? [...others, permission] : others);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Permissions</legend>
      {PERMISSION_NAMES.map((permission) => (
        <Checkbox
          key={permission}
          label={PERMISSION_TITLES[permission]}
          hint={`May ${PERMISSIONS[permission].allows}`}
          checked={chosen.includes(permission)}
          disabled={!may(permission)}
          onChange={(isChosen) => toggle(permission, isChosen)}
        />
      ))}
      {fault && <p role="alert" className="text-danger">{`The permissions ${fault}`}</p>}
    </fieldset>
  );
}
