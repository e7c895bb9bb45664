import type { FieldErrors, FieldValues } from "react-hook-form";

/** The issues of a refusal that name no field of the form. */
export function FormError<T extends FieldValues>({ errors }: { errors: FieldErrors<T> }) {
  const message = errors.root?.server?.message;
  if (!message) return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
      {message}
    </p>
  );
}
