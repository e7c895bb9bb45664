import { z } from "zod";
import { type EnvironmentVariable, VariableKey, VariableValue } from "#contract/accounts/environment-variables.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Field } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { FormInput, type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { SchemaForm } from "#dashboard/forms/schema-form.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const Variable = z.object({
  key: VariableKey,
  isSecret: z.boolean(),
  /** By environment. */
  values: z.record(z.string(), VariableValue),
  /** Environments whose secret is taken away: its empty field keeps it. */
  removed: z.record(z.string(), z.boolean()).optional(),
});
type VariableInput = z.infer<typeof Variable>;

interface VariableFormProps {
  /** The variable to change; a new one without it. */
  variable?: EnvironmentVariable | undefined;
  /** Keeps what is typed under this name, but for secrets. */
  keptName: string;
  onSaved: (variable: EnvironmentVariable) => void;
}

/** The key of a variable, whether it is secret, and its value in each environment. */
export function VariableForm({ variable, keptName, onSaved }: VariableFormProps) {
  const { write, environments } = useEnvironment();
  const stored = new Map(variable?.values.map(({ _environmentId, value }) => [_environmentId, value]));
  // Secrets are never filled.
  const begin = (id: string) => (variable?.isSecret ? "" : (stored.get(id) ?? ""));
  const initial: VariableInput = {
    key: variable?.key ?? "",
    isSecret: variable?.isSecret ?? false,
    values: Object.fromEntries(environments.map(({ _id }) => [_id, begin(_id)])),
    removed: {},
  };
  return (
    <SchemaForm
      schema={Variable}
      initial={initial}
      keptName={keptName}
      withoutSecrets={(given) => (given.isSecret ? { ...given, values: initial.values } : given)}
      action={variable ? "Save variable" : "Create variable"}
      send={async ({ key, isSecret, values, removed = {} }) => {
        const changed = Object.entries(values).filter(([id, value]) => value !== begin(id) || removed[id]);
        const saving = variable
          ? write("environmentVariables.update", variable.key, {
              ...(key !== variable.key && { key }),
              ...(isSecret !== variable.isSecret && { isSecret }),
              // An emptied field takes the value away.
              values: changed.map(([_environmentId, value]) => ({
                _environmentId,
                value: removed[_environmentId] ? null : value || null,
              })),
            })
          : write("environmentVariables.create", {
              key,
              isSecret,
              values: changed.map(([_environmentId, value]) => ({ _environmentId, value })),
            });
        onSaved(await saving);
      }}
    >
      {(form) => (
        <>
          <FormInput
            form={form}
            name="key"
            label="Key"
            hint={`Content reads it as {{env.${form.watch("key") || "key"}}}`}
            autoFocus={!variable}
            spellCheck={false}
          />
          <Checkbox
            label="Secret"
            hint="Providers and HTTP requests get its value; people see a mask in its place. It cannot become plain again."
            checked={form.watch("isSecret")}
            disabled={variable?.isSecret === true}
            onChange={(isSecret) => form.setValue("isSecret", isSecret, { shouldDirty: true })}
          />
          {environments.map((environment) => (
            <ValueFields
              key={environment._id}
              form={form}
              environment={environment}
              stored={stored.get(environment._id)}
              isSecret={variable?.isSecret === true}
            />
          ))}
        </>
      )}
    </SchemaForm>
  );
}

interface ValueFieldsProps {
  form: FormOf<VariableInput, VariableInput>;
  environment: { _id: string; name: string };
  /** The value that it has, masked where it is secret. */
  stored: string | undefined;
  /** Whether the stored values are secret, and so no field has them. */
  isSecret: boolean;
}

function ValueFields({ form, environment: { _id, name }, stored, isSecret }: ValueFieldsProps) {
  const isRemoved = form.watch(`removed.${_id}`) === true;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={`Value in ${name}`} error={fieldError(form, `values.${_id}`)}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            placeholder={placeholderOf(stored, isSecret)}
            {...form.register(`values.${_id}`)}
            readOnly={isRemoved}
          />
        )}
      </Field>
      {isSecret && stored !== undefined && (
        <Checkbox
          label={`Remove the value in ${name}`}
          hint="Content has nothing in its place, from the next message on."
          checked={isRemoved}
          onChange={(removes) => {
            form.setValue(`removed.${_id}`, removes, { shouldDirty: true });
            if (removes) form.setValue(`values.${_id}`, "", { shouldDirty: true });
          }}
        />
      )}
    </div>
  );
}

const placeholderOf = (stored: string | undefined, isSecret = false): string =>
  stored === undefined ? "No value" : isSecret ? `${stored}, kept unless you enter another one` : "";
