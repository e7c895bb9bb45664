import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { Form, type FormProps } from "./form.tsx";
import { schemaResolver } from "./schema-resolver.ts";

export interface SchemaFormProps<Values extends FieldValues, Sent> extends Omit<FormProps<Values, Sent>, "resolver"> {
  schema: z.ZodType<Sent, Values>;
}

/** A form by its schema, for forms that are loaded after their screen. */
export const SchemaForm = <Values extends FieldValues, Sent>({ schema, ...props }: SchemaFormProps<Values, Sent>) => (
  <Form {...props} resolver={schemaResolver(schema)} />
);
