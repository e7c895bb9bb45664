import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** Rows and columns from 640 px on, cards below. The first cell of a row holds the link that its whole area follows. */
export function Table({ label, children, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <div className="rounded-lg border bg-raised">
      <table aria-label={label} className="stacked w-full border-collapse" {...props}>
        {children}
      </table>
    </div>
  );
}

export function HeadCell({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={classNames(
        "sticky top-0 z-20 border-b bg-raised px-4 py-2 text-left text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg last:rounded-tr-lg max-lg:top-13",
        className,
      )}
      {...props}
    />
  );
}

export function Row({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={classNames(
        "relative border-b last:border-b-0 focus-within:bg-sunken/60 hover:bg-sunken/60",
        className,
      )}
      {...props}
    />
  );
}

/** `label` is the column's name, which stacked cards show beside the value. */
export function Cell({ label, className, ...props }: ComponentProps<"td"> & { label: string }) {
  return (
    <td
      data-label={label}
      className={classNames("px-4 py-2 align-middle max-sm:py-0.5 max-sm:last:pb-2", className)}
      {...props}
    />
  );
}
