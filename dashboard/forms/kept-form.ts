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
  const { isDirty, dirtyFields } = formState;
  useKeptInput<Partial<T>>(name, {
    typed() {
      if (!isDirty) return undefined;
      const typed = Object.entries<unknown>(withoutSecrets(getValues())).filter(([field]) => field in dirtyFields);
      // The entries are those of the form's values, which the compiler cannot see.
      return Object.fromEntries(typed) as Partial<T>;
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
