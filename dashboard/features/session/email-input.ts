import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

/** Registers a field for an e-mail address, which is normalised when it is left and when it is sent. */
export function registerEmail<T extends FieldValues, Sent>(
  { register, setValue }: Pick<UseFormReturn<T, unknown, Sent>, "register" | "setValue">,
  name: Path<T>,
) {
  return register(name, {
    setValueAs: normalized,
    // A field of this name holds a text.
    onBlur: (event) => setValue(name, normalized(event.target.value) as PathValue<T, Path<T>>),
  });
}

function normalized(email: unknown): string {
  return String(email ?? "")
    .trim()
    .toLowerCase();
}
