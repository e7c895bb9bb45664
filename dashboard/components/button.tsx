import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

const VARIANTS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-outline bg-raised text-text hover:bg-sunken",
  quiet: "text-muted hover:bg-sunken hover:text-text",
} as const;
type ButtonVariant = keyof typeof VARIANTS;

/** Returns the classes of a button, for links that are styled as one. */
export function buttonClass(variant: ButtonVariant = "secondary", className?: string): string {
  return classNames(
    "inline-flex min-h-8 items-center justify-center gap-2 rounded-md px-3 font-medium whitespace-nowrap transition-colors duration-100 disabled:opacity-60",
    VARIANTS[variant],
    className,
  );
}

export function Button({
  variant = "secondary",
  className,
  type = "button",
  ...props
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button type={type} className={buttonClass(variant, className)} {...props} />;
}

/** A square button with an icon. Its label is the accessible name and the tooltip. */
export function IconButton({ label, className, ...props }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text",
        className,
      )}
      {...props}
    />
  );
}
