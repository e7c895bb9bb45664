import { MEMBER_ROLES, ROLE_NAMES } from "#contract/constants/statuses.ts";
import { Select } from "#dashboard/components/controls/select.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { Form, FormInput } from "./form.tsx";
import { useSchemaResolver } from "./use-schema-resolver.ts";

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
  return (
    <Form
      resolver={resolver}
      initial={{ email: "", role: DEFAULT_ROLE }}
      keptName={keptName}
      className="max-w-lg items-start"
      action="Invite"
      send={async ({ email, role }, form) => {
        await onInvite({ email, role });
        form.reset();
        showToast({ tone: "success", text: `${email} was invited` });
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-3">
          <FormInput form={form} name="email" label="Email" type="email" />
          <Select
            label="Role"
            value={form.watch("role") ?? DEFAULT_ROLE}
            options={roles}
            onChange={(role) => form.setValue("role", role, { shouldDirty: true })}
          />
        </div>
      )}
    </Form>
  );
}
