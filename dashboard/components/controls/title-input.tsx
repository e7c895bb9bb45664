import { type ReactNode, useId } from "react";
import type { FieldError } from "react-hook-form";
import { classNames } from "../class-names.ts";
import { errorNote } from "./field.tsx";

interface TitleInputProps {
  /** Names the field for screen readers: "Name". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: FieldError | undefined;
  maxLength?: number;
  readOnly?: boolean;
  /** The size of the heading that it stands for. */
  className: string;
}

/** The name of what is open, changed where it is read: it looks like a heading until it is pointed at. */
export function TitleInput({ label, value, onChange, error, className, ...input }: TitleInputProps): ReactNode {
  const noteId = useId();
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error ? noteId : undefined}
        dir="auto"
        title={value}
        // Where the browser does not make it as wide as its text.
        size={Math.max(value.length, 4)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          "-ms-1.5 block max-w-full truncate rounded-md border border-transparent bg-transparent px-1.5 font-semibold text-text field-sizing-content not-read-only:hover:border-outline not-read-only:focus:border-outline not-read-only:focus:bg-raised aria-invalid:border-danger",
          className,
        )}
        {...input}
      />
      {error && (
        <p id={noteId} className="text-xs text-danger wrap-anywhere">
          {errorNote(label, error)}
        </p>
      )}
    </>
  );
}
