import { type ComponentProps, type ReactNode, useId } from "react";
import type { FieldError } from "react-hook-form";
import { classNames } from "../class-names.ts";

/** The look of a control that holds a value; what it has inside may be an `Input` without a border. */
export const INPUT_CLASS =
  "w-full min-h-8 rounded-md border border-outline bg-raised px-2.5 py-1 text-text read-only:bg-sunken aria-invalid:border-danger disabled:opacity-60";

/** The look of a control that consists of several elements, as `INPUT_CLASS`. It shows the focus of the element within. */
export const CONTROL_CLASS =
  "flex min-h-8 w-full items-center rounded-md border border-outline bg-raised text-text outline-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 data-disabled:opacity-60 data-invalid:border-danger data-readonly:bg-sunken";

export interface FieldOptions {
  label: string;
  /** Keeps the label for screen readers alone, where the surroundings show what the field is. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The contract's issue with the value, such as "must be an email"; shown after the label and linked to the control. */
  error?: FieldError | undefined;
}

interface FieldControl {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldProps extends FieldOptions {
  children: (control: FieldControl) => ReactNode;
}

/** A label above its control, then its hint or its error. */
export function Field({ children, ...options }: FieldProps) {
  const id = useId();
  return (
    <FieldLayout {...options} id={id}>
      {(describedBy) => children({ id, "aria-invalid": options.error !== undefined, "aria-describedby": describedBy })}
    </FieldLayout>
  );
}

interface GroupControl {
  /** Of a label that is shown; a hidden one is no element, but the name itself. */
  "aria-labelledby"?: string;
  "aria-label"?: string;
  /** Present only with a hint or an error. */
  "aria-describedby"?: string;
  isInvalid: boolean;
}

interface FieldGroupProps extends FieldOptions {
  children: (control: GroupControl) => ReactNode;
}

/** A `Field` for a control of React Aria, which is no form element and is named by the id of its label, or by the text of a hidden one. */
export function FieldGroup({ children, ...options }: FieldGroupProps) {
  const id = useId();
  return (
    <FieldLayout {...options} id={id} isGroup>
      {(describedBy) =>
        children({
          ...(options.labelHidden ? { "aria-label": options.label } : { "aria-labelledby": `${id}-label` }),
          ...(describedBy && { "aria-describedby": describedBy }),
          isInvalid: options.error !== undefined,
        })
      }
    </FieldLayout>
  );
}

/** The error of a field as a sentence: the contract's issues follow the name of their field, others are sentences of their own. */
export const errorNote = (label: string, { type, message = "is not valid" }: FieldError): string =>
  type === SENTENCE ? message : `${label} ${message}`;

/** The type of an error whose message is a sentence. */
export const SENTENCE = "sentence";

interface FieldLayoutProps extends FieldOptions {
  id: string;
  isGroup?: boolean;
  children: (describedBy: string | undefined) => ReactNode;
}

function FieldLayout({ label, labelHidden = false, hint, error, id, isGroup = false, children }: FieldLayoutProps) {
  const note = error ? errorNote(label, error) : hint;
  const labelClass = labelHidden ? "sr-only" : "font-medium wrap-anywhere";
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {isGroup ? (
        !labelHidden && (
          <span id={`${id}-label`} className={labelClass}>
            {label}
          </span>
        )
      ) : (
        <label htmlFor={id} className={labelClass}>
          {label}
        </label>
      )}
      {children(note ? `${id}-note` : undefined)}
      {note && (
        <p id={`${id}-note`} className={classNames("text-xs wrap-anywhere", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(INPUT_CLASS, className)} {...props} />;
}
