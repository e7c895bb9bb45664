import { useForm } from "react-hook-form";
import type { z } from "zod";
import { CreateOrganization } from "#contract/accounts/organizations.ts";
import { JOB_TITLES, type JobTitle } from "#contract/constants/people.ts";
import { Field, INPUT_CLASS, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { SubmitButton } from "./submit-button.tsx";

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
  const form = useForm({ resolver: schemaResolver(FirstOrganization), defaultValues: { name: "" } });
  useKeptForm("organisation", form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: onCreate,
    fields: { name: "name", jobTitle: "jobTitle" },
  });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name of the organisation" hint="It can be changed later." error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="organization" autoFocus />}
      </Field>
      <Field label="Your job title (optional)" error={errors.jobTitle}>
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
      <FormError errors={errors} />
      <SubmitButton pending={isPending}>Create the organisation</SubmitButton>
    </form>
  );
}
