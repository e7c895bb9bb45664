import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { TextArea } from "#dashboard/components/controls/text-area.tsx";
import { FormError } from "./form-error.tsx";
import { useKeptForm } from "./kept-form.ts";
import { schemaResolver } from "./schema-resolver.ts";
import { useSubmit } from "./use-submit.ts";

interface TextField<Values extends FieldValues> {
  name: Path<Values>;
  label: string;
  hint?: string;
  /** Of a field of several lines. */
  rows?: number;
  /** An empty text is not sent. */
  optional?: true;
}

interface TextFormProps<Values extends FieldValues, Sent> {
  schema: z.ZodType<Sent, Values>;
  /** The first has the focus. */
  fields: readonly [TextField<Values>, ...TextField<Values>[]];
  initial: DefaultValues<Values>;
  /** Fields of the request that the server may refuse, where they have other names than in the form. */
  serverFields?: Readonly<Record<string, Path<Values>>>;
  /** Keeps what is typed under this name. */
  keptName: string;
  /** Of the button. */
  action: string;
  /** Resolves when it is done; rejects with the reason why it is not. */
  send: (values: Sent) => Promise<unknown>;
}

/** A form of texts by its schema. What the server refuses is said at its field, and what was typed stays until it is sent. */
export function TextForm<Values extends FieldValues, Sent>(props: TextFormProps<Values, Sent>) {
  const { schema, fields, initial, serverFields, keptName, action, send } = props;
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: initial });
  useKeptForm(keptName, form);
  const names = Object.fromEntries(fields.map(({ name }) => [name, name]));
  const { onSubmit, isPending } = useSubmit(form, { send, fields: { ...names, ...serverFields } });
  const { register, getFieldState, formState } = form;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {fields.map(({ name, label, hint, rows, optional }, index) => {
        const registered = register(name, optional && { setValueAs: (text: string) => text || undefined });
        return (
          <Field key={name} label={label} {...(hint && { hint })} error={getFieldState(name, formState).error}>
            {(control) =>
              rows === undefined ? (
                <Input {...control} {...registered} autoFocus={index === 0} autoComplete="off" />
              ) : (
                <TextArea {...control} rows={rows} {...registered} />
              )
            }
          </Field>
        );
      })}
      <FormError errors={formState.errors} />
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </form>
  );
}
