import type { CredentialField as Declared } from "#contract/providers.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { Select } from "#dashboard/components/controls/select.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import type { CredentialsInput } from "./credentials.ts";

/** The choice of a dropdown that lets the provider decide, which has no value. */
const UNSET = "";

interface CredentialFieldProps {
  form: FormOf<CredentialsInput, CredentialsInput>;
  field: Declared;
  /** The end of the secret that is stored, as "•••• 1234"; undefined where there is none. */
  stored: string | undefined;
  /** "Set on 3 May 2026 by Ada"; undefined where that is not known. */
  setting: string | undefined;
  autoFocus: boolean;
}

/** One credential, by the type that the catalogue says. */
export function CredentialField({ form, field, stored, setting, autoFocus }: CredentialFieldProps) {
  const { key, displayName, description, type, required, secret, dropdown } = field;
  const name = `credentials.${key}` as const;
  const label = required || type === "switch" || type === "boolean" ? displayName : `${displayName} (optional)`;
  const error = fieldError(form, name);
  const set = (value: string | boolean) => form.setValue(name, value, { shouldDirty: true });
  const value = form.watch(name);
  if (type === "switch" || type === "boolean") {
    return <Checkbox label={label} hint={description} checked={value === true} onChange={set} error={error} />;
  }
  if (type === "dropdown" && dropdown) {
    const options = dropdown.map((choice) => ({ id: choice.value ?? UNSET, text: choice.name }));
    return (
      <Select
        label={label}
        hint={description}
        value={typeof value === "string" ? value : UNSET}
        options={options}
        onChange={set}
        error={error}
      />
    );
  }
  return (
    <Field label={label} hint={[description, setting].filter(Boolean).join(". ") || undefined} error={error}>
      {(control) =>
        type === "text" || type === "object" ? (
          <TextArea {...control} rows={4} placeholder={stored} {...form.register(name)} autoFocus={autoFocus} />
        ) : (
          <Input
            {...control}
            {...form.register(name)}
            type={secret || type === "password" ? "password" : "text"}
            inputMode={type === "number" ? "numeric" : undefined}
            placeholder={stored}
            autoComplete="off"
            autoFocus={autoFocus}
            data-1p-ignore
          />
        )
      }
    </Field>
  );
}
