import { useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiKey, CreateApiKey } from "#contract/accounts/api-keys.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { FormError } from "#dashboard/forms/form-error.tsx";
import { useKeptForm } from "#dashboard/forms/kept-form.ts";
import { schemaResolver } from "#dashboard/forms/schema-resolver.ts";
import { useSubmit } from "#dashboard/forms/use-submit.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { id: "0", text: "Never" },
  { id: "30", text: "In 30 days" },
  { id: "90", text: "In 90 days" },
  { id: "365", text: "In a year" },
] as const;

/** As the API takes it, but with the days until the key ends. */
const KeyForm = CreateApiKey.pick({ name: true, type: true, role: true }).extend({ days: z.string() });

interface NewKeyFormProps {
  /** Keeps what is typed under this name. */
  keptName: string;
  roles: readonly { id: string; text: string }[];
  onCreated: (key: ApiKey) => void;
}

/** The form of a new key, in the open environment or for the whole organisation. */
export function NewKeyForm({ keptName, roles, onCreated }: NewKeyFormProps) {
  const { current, write } = useEnvironment();
  const form = useForm({
    resolver: schemaResolver(KeyForm),
    defaultValues: { name: "", type: "environment" as const, role: "member", days: "0" },
  });
  useKeptForm(keptName, form);
  const { onSubmit, isPending } = useSubmit(form, {
    send: async ({ days, ...key }) => {
      const expireAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      onCreated(await write("apiKeys.create", { ...key, ...(days !== "0" && { expireAt }) }));
    },
    fields: { name: "name", role: "role", expireAt: "days" },
  });
  const { errors } = form.formState;
  const set = (field: "type" | "role" | "days", value: string) => form.setValue(field, value, { shouldDirty: true });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Name" hint="The application that uses it" error={errors.name}>
        {(control) => <Input {...control} {...form.register("name")} autoFocus autoComplete="off" />}
      </Field>
      <RadioGroup
        label="Reach"
        value={form.watch("type") ?? "environment"}
        options={[
          { id: "environment", text: `${current?.name ?? "This environment"} only`, description: "For applications" },
          {
            id: "organization",
            text: "All environments",
            description: "For deployments: it may also publish, and manage environments, members and integrations",
          },
        ]}
        onChange={(type) => set("type", type)}
      />
      <Select
        label="Role"
        hint="What the key may do, as for a member with the role"
        value={form.watch("role") ?? "member"}
        options={roles}
        onChange={(role) => set("role", role)}
        error={errors.role}
      />
      <Select
        label="Expires"
        value={form.watch("days")}
        options={LIFETIMES}
        onChange={(days) => set("days", days)}
        error={errors.days}
      />
      <FormError errors={errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        Create
      </Button>
    </form>
  );
}
