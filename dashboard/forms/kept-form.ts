import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useKeptInput } from "../kept-input.ts";

type Form<T extends FieldValues> = Pick<UseFormReturn<T, unknown, T>, "getValues" | "setValue" | "formState">;

/** Keeps what is typed in a form as `useKeptInput` does. `onReturn` is called once it is in the form again. */
export function useKeptForm<T extends FieldValues>(
  name: string,
  { getValues, setValue, formState }: Form<T>,
  onReturn?: (values: Partial<T>) => void,
): void {
  const { isDirty, dirtyFields } = formState;
  useKeptInput<Partial<T>>(name, {
    typed() {
      if (!isDirty) return undefined;
      const typed = Object.entries<unknown>(getValues()).filter(([field]) => field in dirtyFields);
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
