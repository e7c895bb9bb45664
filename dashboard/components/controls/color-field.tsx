import type { FieldValues, Path, PathValue } from "react-hook-form";
import { type FormOf, fieldError } from "#dashboard/forms/form.tsx";
import { Field, Input } from "./field.tsx";

interface ColorFieldProps<Values extends FieldValues, Sent> {
  form: FormOf<Values, Sent>;
  name: Path<Values>;
  label: string;
  hint: string;
  /** The colour that counts while there is none here. */
  inherited?: string | undefined;
}

/** A colour as its hexadecimal text, and beside it the browser's own way to choose one. */
export function ColorField<Values extends FieldValues, Sent>({
  form,
  name,
  label,
  hint,
  inherited = "",
}: ColorFieldProps<Values, Sent>) {
  const value: string = form.watch(name);
  return (
    <Field label={label} hint={hint} error={fieldError(form, name)}>
      {(control) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`Choose: ${label}`}
            value={wholeColor(value || inherited)}
            // What is chosen is a text, as all values of the form are.
            onChange={({ target }) =>
              form.setValue(name, target.value as PathValue<Values, Path<Values>>, {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
            className="size-8 shrink-0 cursor-pointer rounded-md border border-outline bg-raised p-0.5"
          />
          <Input
            {...control}
            autoComplete="off"
            placeholder={inherited || "#0a7cff"}
            spellCheck={false}
            className="max-w-40 font-mono"
            {...form.register(name)}
          />
        </span>
      )}
    </Field>
  );
}

/** Returns a colour in the six digits that browsers ask for; black where there is none yet. */
function wholeColor(text: string): string {
  if (/^#[0-9a-f]{6}/i.test(text)) return text.slice(0, 7);
  if (/^#[0-9a-f]{3,4}$/i.test(text)) return `#${[...text.slice(1, 4)].map((digit) => digit + digit).join("")}`;
  return "#000000";
}
