import { useForm } from "react-hook-form";
import { type Account, UpdateProfile } from "#contract/accounts/auth.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { showToast } from "#dashboard/components/overlays/toast.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const ProfileForm = UpdateProfile.pick({ firstName: true, lastName: true });

/** The name of the person, as other members see it. */
export function NameForm({ account }: { account: Account }) {
  const { write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(ProfileForm),
    defaultValues: { firstName: account.firstName, lastName: account.lastName ?? "" },
  });
  useKeptForm("profile", form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async (names) => {
      // What is not sent is removed.
      await write("users.updateProfile", { ...names, profilePicture: account.profilePicture });
      form.reset(names);
      showToast({ tone: "success", text: "Your name was saved" });
    },
    fields: { firstName: "firstName", lastName: "lastName" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-lg flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          {(control) => <Input {...control} {...form.register("firstName")} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName}>
          {(control) => <Input {...control} {...form.register("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <FormError errors={errors} />
      <div>
        <Button type="submit" variant="primary" pending={isPending}>
          Save name
        </Button>
      </div>
    </form>
  );
}
