import type { FieldErrors, FieldValues } from "react-hook-form";
import { Alert } from "#dashboard/components/feedback/alert.tsx";

/** The issues of a refusal that name no field of the form. */
export function FormError<T extends FieldValues>({ errors }: { errors: FieldErrors<T> }) {
  const message = errors.root?.server?.message;
  if (!message) return null;
  return <Alert>{message}</Alert>;
}
