import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { INPUT_CLASS } from "./field.tsx";

/** Text of several lines, of which the field shows all up to a third of the screen. Goes into a `Field`, as `Input` does. */
export function TextArea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      // A browser that cannot grow it by its content (`field-sizing`) lets the member do it.
      className={classNames(
        INPUT_CLASS,
        "field-sizing-content max-h-[33vh] resize-y",
        rows > 1 && "min-h-16",
        className,
      )}
      {...props}
    />
  );
}
