import { z } from "zod";
import type { Organization } from "#contract/accounts/organizations.ts";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { filledText } from "#contract/schemas/common.ts";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** The server says which locales there are. */
const TypedOrganization = z.object({ name: filledText(NAME_MAX), defaultLocale: z.string().trim() });

/** The name of the organisation, and the language of texts that a subscriber's own has no translation of. */
export function OrganizationForm({ organization: { name, defaultLocale } }: { organization: Organization }) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedOrganization}
      initial={{ name, defaultLocale: defaultLocale ?? "" }}
      keptName="organisation"
      className="max-w-lg items-start"
      action="Save organisation"
      send={async (typed, form) => {
        await write("organizations.rename", { name: typed.name, defaultLocale: typed.defaultLocale || null });
        form.reset(typed);
        showToast({ tone: "success", text: "The organisation was saved" });
      }}
    >
      {(form) => (
        <div className="flex w-full flex-col gap-4">
          <FormInput form={form} name="name" label="Name" hint="Shown in invitations and on the preferences page" />
          <FormInput
            form={form}
            name="defaultLocale"
            label="Default locale (optional)"
            hint="Used when a subscriber's locale has no translation, such as de or pt-BR. English if empty."
          />
        </div>
      )}
    </SchemaForm>
  );
}
