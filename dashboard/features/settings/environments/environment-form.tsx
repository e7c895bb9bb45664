import { z } from "zod";
import type { Environment } from "#contract/accounts/environments.ts";
import { HexColor } from "#contract/accounts/organizations.ts";
import { NAME_MAX } from "#contract/constants/limits.ts";
import { filledText } from "#contract/schemas/common.ts";
import { ColorField } from "#dashboard/components/controls/color-field.tsx";
import { FormInput } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const TypedEnvironment = z.object({ name: filledText(NAME_MAX), color: z.union([z.literal(""), HexColor]) });

interface EnvironmentFormProps {
  /** The one to change; a new one without it. */
  environment?: Environment;
  keptName: string;
  onSaved: (saved: Environment) => void;
}

/** The name of an environment, and the colour of its dot. */
export function EnvironmentForm({ environment, keptName, onSaved }: EnvironmentFormProps) {
  const { write } = useEnvironment();
  return (
    <SchemaForm
      schema={TypedEnvironment}
      initial={{ name: environment?.name ?? "", color: environment?.color ?? "" }}
      keptName={keptName}
      action={environment ? "Save environment" : "Create environment"}
      send={async ({ name, color }) =>
        onSaved(
          environment
            ? await write("environments.updateOne", environment._id, { name, color: color || null })
            : await write("environments.create", { name, ...(color && { color }) }),
        )
      }
    >
      {(form) => (
        <>
          <FormInput form={form} name="name" label="Name" autoFocus />
          <ColorField
            form={form}
            name="color"
            label="Colour (optional)"
            hint="Shown as a dot in the environment switcher"
          />
        </>
      )}
    </SchemaForm>
  );
}
