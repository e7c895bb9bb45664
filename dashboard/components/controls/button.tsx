import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { Tooltip } from "../overlays/tooltip.tsx";

const VARIANTS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-outline bg-raised text-text hover:bg-sunken",
  quiet: "text-muted hover:bg-sunken hover:text-text",
  /** For what cannot be taken back. */
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
} as const;
type ButtonVariant = keyof typeof VARIANTS;

/** Returns the classes of a button, for links that are styled as one. */
export function buttonClass(variant: ButtonVariant = "secondary", className?: string, small = false): string {
  return classNames(
    "inline-flex max-w-full items-center justify-center gap-2 rounded-md font-medium transition-colors duration-100 disabled:opacity-60",
    small ? "min-h-6 px-2 text-xs" : "min-h-8 px-3 py-1",
    VARIANTS[variant],
    className,
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  /** For rows and corners of other components. */
  small?: boolean;
  /** Its action runs: the button keeps its size and the focus, and does nothing. */
  pending?: boolean;
}

export function Button({
  variant = "secondary",
  small = false,
  pending = false,
  className,
  type = "button",
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={pending || undefined}
      className={classNames(buttonClass(variant, className, small), pending && "relative")}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      {...props}
    >
      {pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <LoaderCircle className="absolute size-4 animate-spin" aria-hidden="true" />
        </>
      ) : (
        children
      )}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
  /** The keys that do the same, for the tooltip: "Ctrl Z". */
  keys?: string;
}

/** A square button with an icon. Its label is the accessible name and the tooltip. */
export function IconButton({ label, keys, className, ...props }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text disabled:opacity-60",
        className,
      )}
      {...props}
    />
  );
  // What is disabled gets no focus, on which the tooltip would be shown.
  if (props.disabled) return button;
  return (
    <Tooltip text={keys === undefined ? label : `${label} (${keys})`} isName>
      {button}
    </Tooltip>
  );
}
