import { useForm } from "react-hook-form";
import { CreateRole, type Role } from "#contract/accounts/roles.ts";
import { PERMISSION_NAMES, type Permission } from "#contract/constants/permission-names.ts";
import { PERMISSIONS } from "#contract/constants/permissions.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
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
  const { write, may } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(CreateRole),
    defaultValues: {
      name: role?.name ?? "",
      identifier: role?.identifier ?? "",
      permissions: role?.permissions ?? (["environment.read"] satisfies Permission[]),
    },
  });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (given) => {
      const { identifier: _, ...changes } = given;
      const saved = role
        ? await write("organizations.updateRole", role.identifier, changes)
        : await write("organizations.createRole", given);
      onSaved(saved);
    },
    fields: { name: "name", identifier: "identifier", permissions: "permissions" },
  });
  const { errors } = form.formState;
  const chosen: readonly Permission[] = form.watch("permissions") ?? [];
  const toggle = (permission: Permission, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== permission);
    const permissions = isChosen ? [...others, permission] : others;
    form.setValue("permissions", permissions, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoFocus autoComplete="off" />}
      </Field>
      {!role && (
        <Field
          label="Identifier"
          hint="Lower-case letters, digits and hyphens: support-staff"
          error={errors.identifier}
        >
          {(control) => <Input {...control} {...form.register("identifier")} autoComplete="off" />}
        </Field>
      )}
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
        {errors.permissions && (
          <p role="alert" className="text-danger">{`The permissions ${errors.permissions.message}`}</p>
        )}
      </fieldset>
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        {role ? "Save role" : "Create role"}
      </Button>
    </form>
  );
}
