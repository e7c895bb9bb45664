import { useForm } from "react-hook-form";
import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { showToast } from "#dashboard/components/overlays/toast.tsx";
import { FormError } from "./form-error.tsx";
import { useKeptForm } from "./kept-form.ts";
import { useSchemaResolver } from "./use-schema-resolver.ts";
import { useSubmit } from "./use-submit.ts";

interface Invitation {
  email: string;
  role: string;
}

const BUILT_IN = MEMBER_ROLES.map((id) => ({ id, text: ROLE_NAMES[id] }));
const DEFAULT_ROLE = "member";

interface InviteFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  /** Those that the organisation has, by identifier; the built-in ones without it. */
  roles?: readonly { id: string; text: string }[];
  onInvite: (invitation: Invitation) => Promise<unknown>;
}

/** Asks one person by mail to become a member. */
export function InviteForm({ keptName, roles = BUILT_IN, onInvite }: InviteFormProps) {
  const resolver = useSchemaResolver(() => import("#contract/accounts/organizations.ts").then(({ Invite }) => Invite));
  const form = useForm({ resolver, defaultValues: { email: "", role: DEFAULT_ROLE } });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async ({ email, role }) => {
      await onInvite({ email, role });
      form.reset();
      showToast({ tone: "success", text: `${email} was invited` });
    },
    fields: { email: "email" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-lg flex-col gap-3">
      <Field label="Email" error={errors.email}>
        {(control) => <Input {...control} {...form.register("email")} type="email" autoComplete="off" />}
      </Field>
      <Select
        label="Role"
        value={form.watch("role") ?? DEFAULT_ROLE}
        options={roles}
        onChange={(role) => form.setValue("role", role, { shouldDirty: true })}
      />
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending} className="self-start">
        Invite
      </Button>
    </form>
  );
}
