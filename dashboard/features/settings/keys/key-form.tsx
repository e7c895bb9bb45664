import { z } from "zod";
import { type ApiKey, CreateApiKey } from "#contract/accounts/api-keys.ts";
import { RadioGroup } from "#dashboard/components/controls/radio-group.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const DAY = 86_400_000;

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
  const reach = [
    { id: "environment", text: `${current?.name ?? "This environment"} only`, description: "For applications" },
    {
      id: "organization",
      text: "All environments",
      description: "For deployments: it may also publish, and manage environments, members and integrations",
    },
  ] as const;
  return (
    <SchemaForm
      schema={KeyForm}
      initial={{ name: "", type: "environment", role: "member", days: "0" }}
      serverFields={{ expireAt: "days" }}
      keptName={keptName}
      action="Create"
      send={async ({ days, ...key }) => {
        const expireAt = new Date(Date.now() + Number(days) * DAY).toISOString();
        onCreated(await write("apiKeys.create", { ...key, ...(days !== "0" && { expireAt }) }));
      }}
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" hint="The application that uses it" autoFocus />
          <RadioGroup
            label="Reach"
            value={form.watch("type") ?? "environment"}
            options={reach}
            onChange={(type) => form.setValue("type", type, { shouldDirty: true })}
          />
          <Select
            label="Role"
            hint="What the key may do, as for a member with the role"
            value={form.watch("role") ?? "member"}
            options={roles}
            onChange={(role) => form.setValue("role", role, { shouldDirty: true })}
            error={form.formState.errors.role}
          />
          <Select
            label="Expires"
            value={form.watch("days")}
            options={LIFETIMES}
            onChange={(days) => form.setValue("days", days, { shouldDirty: true })}
            error={form.formState.errors.days}
          />
        </>
      )}
    </SchemaForm>
  );
}
