import type { ReactNode } from "react";
import { RefreshFailed } from "../../components/refresh-failed.tsx";

interface ListPanelProps {
  filters: ReactNode;
  /** Beside the filters: new rows. */
  aside?: ReactNode;
  refreshFailed: boolean;
  children: ReactNode;
}

/** The layout of a list below its tab: the filters above the rows. */
export function ListPanel({ filters, aside, refreshFailed, children }: ListPanelProps) {
  return (
    <div className="flex flex-col gap-4">
      {refreshFailed && <RefreshFailed />}
      <div className="flex flex-wrap items-start justify-between gap-2">
        {filters}
        {aside}
      </div>
      {children}
    </div>
  );
}
