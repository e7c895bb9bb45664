import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { PAGE_SIZES, type PageSize } from "./page-sizes.ts";

interface KeysetPagerProps {
  pageSize: PageSize;
  onPageSize: (pageSize: PageSize) => void;
  /** Opens the page before or after; undefined where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Beside the page sizes: "25 of 1.2k". */
  summary?: string;
}

/** Pages of a list that is read from a place on, and so has no numbers of pages. */
export function KeysetPager({ pageSize, onPageSize, onPrevious, onNext, summary }: KeysetPagerProps) {
  const sizes = PAGE_SIZES.map((size) => ({ id: String(size), text: String(size), size }));
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex flex-wrap items-center gap-2 text-muted">
        <Segmented
          label="Rows on a page"
          value={String(pageSize)}
          options={sizes}
          onChange={(id) => onPageSize(PAGE_SIZES.find((size) => String(size) === id) ?? pageSize)}
        />
        <span>{summary ?? "rows on a page"}</span>
      </div>
      <div className="flex gap-2">
        <Button disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" /> Previous
        </Button>
        <Button disabled={!onNext} onClick={onNext}>
          Next <ChevronRight className="size-4 rtl:rotate-180" aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
