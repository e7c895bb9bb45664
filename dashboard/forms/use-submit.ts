import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { setServerErrors } from "./server-errors.ts";

interface SubmitOptions<T extends FieldValues, Sent> {
  /** Resolves when the next page is open; rejects with the reason why it is not. */
  send: (values: Sent) => Promise<unknown>;
  /** The form's field for each field of the request that the server may refuse. */
  fields: Readonly<Record<string, Path<T>>>;
}

/** Sends a form once at a time. What the server refuses is set at its fields, and everything typed stays. */
export function useSubmit<T extends FieldValues, Sent>(
  { handleSubmit, setError }: UseFormReturn<T, unknown, Sent>,
  { send, fields }: SubmitOptions<T, Sent>,
) {
  const underWay = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => setServerErrors(error, setError, fields),
  });
  const submit = handleSubmit(async (values) => {
    // Two presses may come before the button has heard of the first.
    if (underWay.current) return;
    underWay.current = true;
    // A refusal is shown by onError.
    await mutateAsync(values).catch(() => undefined);
    underWay.current = false;
  });
  return { isPending, onSubmit: (event: FormEvent) => void submit(event) };
}
