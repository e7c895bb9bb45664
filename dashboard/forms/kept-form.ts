import { replaceEqualDeep } from "@tanstack/react-query";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useKeptInput } from "../kept-input.ts";

type Form<T extends FieldValues> = Pick<UseFormReturn<T, unknown, T>, "getValues" | "setValue" | "formState">;

interface KeptFormOptions<T extends FieldValues> {
  /** Takes out of the values what nothing may store. */
  withoutSecrets?: ((values: T) => T) | undefined;
  /** Called once what was kept is in the form again. */
  onReturn?: (values: Partial<T>) => void;
}

/** Keeps what is typed in a form as `useKeptInput` does. */
export function useKeptForm<T extends FieldValues>(
  name: string,
  { getValues, setValue, formState }: Form<T>,
  { withoutSecrets = (values) => values, onReturn }: KeptFormOptions<T> = {},
): void {
  const { defaultValues } = formState;
  useKeptInput<Partial<T>>(name, {
    typed() {
      // The form's own marks of what was changed miss what returned before the form followed its fields.
      const typed = Object.entries<unknown>(withoutSecrets(getValues())).filter(
        ([field, value]) => !isSame(defaultValues?.[field], value),
      );
      // The entries are those of the form's values, which the compiler cannot see.
      return typed.length > 0 ? (Object.fromEntries(typed) as Partial<T>) : undefined;
    },
    onReturn(kept) {
      for (const [field, value] of Object.entries(kept)) {
        // Names and values are those that the form had.
        setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
      }
      onReturn?.(kept);
    },
  });
}

const isSame = (before: unknown, now: unknown): boolean => replaceEqualDeep(before, now) === before;
