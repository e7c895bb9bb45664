import type { ComponentProps, ReactNode } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Field, Input } from "#dashboard/components/controls/field.tsx";
import { FormError } from "./form-error.tsx";
import { useKeptForm } from "./kept-form.ts";
import { SubmitButton } from "./submit-button.tsx";
import { useSubmit } from "./use-submit.ts";

/** A form of react-hook-form, of which the resolver gives the values that are sent. */
export type FormOf<Values extends FieldValues, Sent> = UseFormReturn<Values, unknown, Sent>;

export interface FormProps<Values extends FieldValues, Sent> {
  resolver: Resolver<Values, unknown, Sent>;
  /** A value of each field. */
  initial: NoInfer<DefaultValues<Values>>;
  /** Fields of the request that the server may refuse, where they have other names than in the form. */
  serverFields?: Readonly<Record<string, Path<NoInfer<Values>>>>;
  /** Keeps what is typed under this name. Without it nothing is kept, as of passwords. */
  keptName?: string;
  /** Takes out of what is kept what nothing may store: secrets. */
  withoutSecrets?: ((values: NoInfer<Values>) => NoInfer<Values>) | undefined;
  /** Of the button. */
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  /** Whether the button is as wide as the form, as on pages that are nothing else. */
  wide?: true;
  className?: string;
  /** Resolves when it is done; rejects with the reason why it is not. */
  send: (values: NoInfer<Sent>, form: FormOf<NoInfer<Values>, NoInfer<Sent>>) => Promise<unknown>;
  /** The fields. */
  children: (form: FormOf<Values, Sent>) => ReactNode;
}

/** A form with its button. What the server refuses is said at its field, and what was typed stays until it is sent. */
export function Form<Values extends FieldValues, Sent>(props: FormProps<Values, Sent>) {
  const {
    resolver,
    initial,
    serverFields,
    keptName,
    withoutSecrets,
    action,
    variant = "primary",
    wide,
    className,
    send,
    children,
  } = props;
  const form = useForm({ resolver, defaultValues: initial });
  const names = Object.fromEntries(Object.keys(initial).map((name) => [name, name as Path<Values>]));
  const { onSubmit, isPending } = useSubmit(form, {
    send: (values) => send(values, form),
    fields: { ...names, ...serverFields },
  });
  return (
    <form noValidate onSubmit={onSubmit} className={classNames("flex flex-col gap-4", className)}>
      {keptName !== undefined && <Kept name={keptName} form={form} withoutSecrets={withoutSecrets} />}
      {children(form)}
      <FormError errors={form.formState.errors} />
      {wide ? (
        <SubmitButton pending={isPending}>{action}</SubmitButton>
      ) : (
        <Button type="submit" variant={variant} pending={isPending}>
          {action}
        </Button>
      )}
    </form>
  );
}

interface KeptProps<Values extends FieldValues, Sent> extends Pick<FormProps<Values, Sent>, "withoutSecrets"> {
  name: string;
  form: FormOf<Values, Sent>;
}

function Kept<Values extends FieldValues, Sent>({ name, form, withoutSecrets }: KeptProps<Values, Sent>) {
  useKeptForm(name, form, { withoutSecrets });
  return null;
}

interface FormInputProps<Values extends FieldValues, Sent> extends Omit<ComponentProps<typeof Input>, "form"> {
  form: FormOf<Values, Sent>;
  name: Path<Values>;
  label: string;
  hint?: string;
  /** An empty text is not sent. */
  optional?: true | undefined;
}

/** A field of a form for one line of text. */
export function FormInput<Values extends FieldValues, Sent>(props: FormInputProps<Values, Sent>) {
  const { form, name, label, hint, optional, ...input } = props;
  return (
    <Field label={label} hint={hint} error={fieldError(form, name)}>
      {(control) => (
        <Input
          autoComplete="off"
          {...input}
          {...control}
          {...form.register(name, optional && { setValueAs: orNothing })}
        />
      )}
    </Field>
  );
}

/** The error of a field, to which the form's state is subscribed by that. */
export const fieldError = <Values extends FieldValues, Sent>(
  { getFieldState, formState }: FormOf<Values, Sent>,
  name: Path<Values>,
): FieldError | undefined => getFieldState(name, formState).error;

export const orNothing = (text: string): string | undefined => text || undefined;
