import { compactCount } from "./compact-number.ts";
import { numberText } from "./count-text.ts";

interface CompactCountProps {
  count: number;
  /** There are more than were counted. */
  isMore?: boolean;
  /** Inside of a link with the class `group/count`, which then has the focus. */
  inLink?: boolean;
}

/** A count, above a thousand as "1.2k" with the exact number on hover and focus. Screen readers read the exact number. */
export function CompactCount({ count, isMore = false, inLink = false }: CompactCountProps) {
  const exact = isMore ? `more than ${numberText(count)}` : numberText(count);
  const shown = `${compactCount(count)}${isMore ? "+" : ""}`;
  if (shown === exact) return <span className="tabular-nums">{exact}</span>;
  return (
    <span
      // The exact number must be reachable by keyboard.
      tabIndex={inLink ? undefined : 0}
      className={`relative inline-block rounded tabular-nums ${inLink ? "" : "group/count"}`}
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{exact}</span>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute bottom-full left-0 z-20 mb-1 hidden rounded-md border border-outline bg-raised px-2 py-1 text-xs font-normal tracking-normal whitespace-nowrap text-text shadow-lg group-hover/count:block group-focus-visible/count:block"
      >
        {exact}
      </span>
    </span>
  );
}
