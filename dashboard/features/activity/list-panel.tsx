import type { ReactNode } from "react";
import { RefreshFailed } from "#dashboard/components/feedback/refresh-failed.tsx";

interface ListPanelProps {
  filters: ReactNode;
  /** At the end of the row of tabs, where nothing moves when it comes: new rows. */
  aside?: ReactNode;
  refreshFailed: boolean;
  children: ReactNode;
}

/** The layout of a list below its tab: the filters above the rows. */
export function ListPanel({ filters, aside, refreshFailed, children }: ListPanelProps) {
  return (
    <div className="relative flex flex-col gap-4">
      {refreshFailed && <RefreshFailed />}
      {filters}
      {aside && <div className="sm:absolute sm:end-0 sm:bottom-full sm:mb-5">{aside}</div>}
      {children}
    </div>
  );
}
