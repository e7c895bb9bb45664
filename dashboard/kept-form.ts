import { useEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { contextPaths } from "./page-settings.ts";
import { memberOf, useSession } from "./session.ts";

type Form<T extends FieldValues> = Pick<UseFormReturn<T, unknown, T>, "getValues" | "setValue" | "formState">;

/**
 * Keeps what is typed in a form while its member signs in again, after a session that ended midway. It is kept for this tab, and for this
 * member in this environment. `onReturn` is called once it is in the form again.
 */
export function useKeptForm<T extends FieldValues>(
  name: string,
  { getValues, setValue, formState }: Form<T>,
  onReturn?: (values: Partial<T>) => void,
): void {
  const { isDirty, dirtyFields } = formState;
  const latest = useRef({ isDirty, dirtyFields, onReturn });
  latest.current = { isDirty, dirtyFields, onReturn };

  useEffect(() => {
    const { token, environmentId } = useSession.getState();
    const key = `belfry-form${contextPaths.web}/${memberOf(token) ?? ""}/${environmentId ?? ""}/${name}`;
    const kept = read<T>(key);
    if (kept) {
      sessionStorage.removeItem(key);
      for (const [field, value] of Object.entries(kept)) {
        // Names and values are those that the form had.
        setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
      }
      latest.current.onReturn?.(kept);
    }
    return useSession.subscribe((now, before) => {
      if (now.token !== undefined || before.token === undefined || !latest.current.isDirty) return;
      const typed = Object.entries(getValues()).filter(([field]) => field in latest.current.dirtyFields);
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)));
    });
  }, [name, getValues, setValue]);
}

function read<T>(key: string): Partial<T> | undefined {
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : JSON.parse(kept);
}
