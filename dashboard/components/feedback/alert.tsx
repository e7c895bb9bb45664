import type { ReactNode } from "react";

/** Says why what was asked for did not happen. Screen readers read it out when it appears. */
export function Alert({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
      {children}
    </p>
  );
}
