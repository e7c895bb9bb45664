import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { compactCount } from "#dashboard/components/display/compact-number.ts";

interface PagerProps {
  /** Counts from 0. */
  page: number;
  pageSize: number;
  shown: number;
  hasMore: boolean;
  total?: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pageSize, shown, hasMore, total, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null;
  const first = page * pageSize + 1;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      <p className="text-muted tabular-nums">
        {first}–{first + shown - 1}
        {total !== undefined && ` of ${compactCount(total)}`}
      </p>
      <div className="flex gap-2">
        <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="size-4" aria-hidden="true" /> Previous
        </Button>
        <Button disabled={!hasMore} onClick={() => onPage(page + 1)}>
          Next <ChevronRight className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
