import type { z } from "zod";
import { CreateOrganization } from "#contract/accounts/organizations.ts";
import { JOB_TITLES, type JobTitle } from "#contract/constants/people.ts";
import { Field, INPUT_CLASS } from "#dashboard/components/controls/field.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";

const JOB_TITLE_NAMES: Record<JobTitle, string> = {
  engineer: "Engineer",
  engineering_manager: "Engineering manager",
  architect: "Architect",
  product_manager: "Product manager",
  designer: "Designer",
  cxo_founder: "Founder",
  marketing_manager: "Marketing manager",
  student: "Student",
  cxo: "Executive",
  other: "Something else",
};

const FirstOrganization = CreateOrganization.pick({ name: true, jobTitle: true });

interface OrganizationFormProps {
  /** Resolves when the organisation is open; rejects with the reason. */
  onCreate: (organization: z.infer<typeof FirstOrganization>) => Promise<unknown>;
}

/** The form of a new organisation: its name, and nothing else that has to be given. */
export function OrganizationForm({ onCreate }: OrganizationFormProps) {
  return (
    <SchemaForm
      schema={FirstOrganization}
      initial={{ name: "", jobTitle: undefined }}
      keptName="organisation"
      wide
      action="Create the organisation"
      send={onCreate}
    >
      {(form) => (
        <>
          <FormInput
            form={form}
            name="name"
            label="Name of the organisation"
            hint="It can be changed later."
            autoComplete="organization"
            autoFocus
          />
          <Field label="Your job title (optional)" error={form.formState.errors.jobTitle}>
            {(control) => (
              <select
                {...control}
                {...form.register("jobTitle", { setValueAs: (chosen?: string) => chosen || undefined })}
                className={INPUT_CLASS}
              >
                <option value="">Not given</option>
                {JOB_TITLES.map((title) => (
                  <option key={title} value={title}>
                    {JOB_TITLE_NAMES[title]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </SchemaForm>
  );
}
