import { useForm } from "react-hook-form";
import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { Button } from "../../components/button.tsx";
import { Field, Input } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { showToast } from "../../components/toast.tsx";
import { useSchemaResolver } from "../../components/use-schema-resolver.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useKeptForm } from "../../kept-form.ts";

interface Invitation {
  email: string;
  role: string;
}

const ROLES = MEMBER_ROLES.map((id) => ({ id, text: ROLE_NAMES[id] }));
const DEFAULT_ROLE = "member";

interface InviteFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  onInvite: (invitation: Invitation) => Promise<unknown>;
}

/** The fifth step: asks one person by mail to become a member. */
export function InviteForm({ keptName, onInvite }: InviteFormProps) {
  const resolver = useSchemaResolver(() => import("#contract/organizations.ts").then(({ Invite }) => Invite));
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
      <Segmented
        label="Role"
        value={form.watch("role") ?? DEFAULT_ROLE}
        options={ROLES}
        onChange={(role) => form.setValue("role", role, { shouldDirty: true })}
      />
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending} className="self-start">
        Invite
      </Button>
    </form>
  );
}
