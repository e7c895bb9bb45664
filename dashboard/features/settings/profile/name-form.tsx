import { type Account, UpdateProfile } from "#contract/accounts/auth.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const ProfileForm = UpdateProfile.pick({ firstName: true, lastName: true });

/** The name of the person, as other members see it. */
export function NameForm({ account }: { account: Account }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={ProfileForm}
      initial={{ firstName: account.firstName, lastName: account.lastName ?? "" }}
      keptName="profile"
      className="max-w-lg items-start"
      action="Save name"
      send={async (names, form) => {
        // What is not sent is removed.
        await write("users.updateProfile", { ...names, profilePicture: account.profilePicture });
        form.reset(names);
        showToast({ tone: "success", text: "Your name was saved" });
      }}
    >
      {(form) => (
        <div className="grid w-full grid-cols-1 gap-4 sm:grid-cols-2">
          <FormInput form={form} name="firstName" label="First name" autoComplete="given-name" />
          <FormInput form={form} name="lastName" label="Last name" autoComplete="family-name" />
        </div>
      )}
    </SchemaForm>
  );
}
