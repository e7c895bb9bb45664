import type { FieldValues, Path } from "react-hook-form";
import { Field } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { FormInput, fieldError, orNothing } from "./form.tsx";
import { SchemaForm, type SchemaFormProps } from "./schema-form.tsx";

interface TextField<Values extends FieldValues> {
  name: Path<Values>;
  label: string;
  hint?: string;
  /** Of a field of several lines. */
  rows?: number;
  /** An empty text is not sent. */
  optional?: true;
}

interface TextFormProps<Values extends FieldValues, Sent> extends Omit<SchemaFormProps<Values, Sent>, "children"> {
  /** The first has the focus. */
  fields: readonly [TextField<Values>, ...TextField<Values>[]];
}

/** A form of texts by its schema. */
export function TextForm<Values extends FieldValues, Sent>({ fields, ...props }: TextFormProps<Values, Sent>) {
  return (
    <SchemaForm {...props}>
      {(form) =>
        fields.map(({ rows, ...field }, index) =>
          rows === undefined ? (
            <FormInput key={field.name} form={form} autoFocus={index === 0} {...field} />
          ) : (
            <Field key={field.name} {...field} error={fieldError(form, field.name)}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={rows}
                  {...form.register(field.name, field.optional && { setValueAs: orNothing })}
                />
              )}
            </Field>
          ),
        )
      }
    </SchemaForm>
  );
}
