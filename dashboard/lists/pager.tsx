import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Segmented } from "#dashboard/components/controls/segmented.tsx";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { PAGE_SIZES, type PageSize } from "./page-sizes.ts";

interface PagerProps {
  /** Rows before those of the page; undefined where pages have no numbers. */
  offset?: number;
  shown: number;
  total?: number | undefined;
  /** Rows on a page, where that can be chosen. */
  size?: PageSize;
  onSize?: (size: PageSize) => void;
  /** Opens the page before or after; undefined where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Before the buttons. */
  children?: ReactNode;
}

const SIZES = PAGE_SIZES.map((size) => ({ id: String(size), text: String(size) }));

export function Pager({ offset, shown, total, size, onSize, onPrevious, onNext, children }: PagerProps) {
  if (!size && !onPrevious && !onNext) return children ? <div className="flex justify-end">{children}</div> : null;
  const range = offset === undefined ? "rows on a page" : `${offset + 1}–${offset + shown}`;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex flex-wrap items-center gap-2 text-muted tabular-nums">
        {size && (
          <Segmented
            label="Rows on a page"
            value={String(size)}
            options={SIZES}
            onChange={(id) => onSize?.(PAGE_SIZES.find((one) => String(one) === id) ?? size)}
          />
        )}
        <span>{total === undefined ? range : `${range} of ${compactCount(total)}`}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        {children}
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
