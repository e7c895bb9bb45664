import { Link } from "@tanstack/react-router";
import type { TranslationCounts } from "#contract/workflows/translations.ts";

interface OpenTextsProps {
  group: string;
  /** Of the groups that were counted; undefined while they are. */
  counts: TranslationCounts | undefined;
  /** Whether they could not be counted. */
  hasFailed: boolean;
}

const LISTED_MAX = 4;

/** The missing and outdated texts of a group by locale, each of which leads to them. */
export function OpenTexts({ group, counts, hasFailed }: OpenTextsProps) {
  if (hasFailed) return <span className="text-muted">Not counted</span>;
  if (!counts) return <span className="text-muted">Counting …</span>;
  const counted = counts.find(({ identifier }) => identifier === group);
  if (!counted) return <span className="text-muted">Counted when opened</span>;
  const open = counted.locales.flatMap(({ locale, missing, outdated }) =>
    [
      { locale, show: "missing" as const, count: missing },
      { locale, show: "outdated" as const, count: outdated },
    ].filter(({ count }) => count > 0),
  );
  if (open.length === 0) return <span className="text-muted">{counted.keys === 0 ? "No keys yet" : "None"}</span>;
  const others = open.length - LISTED_MAX;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {open.slice(0, LISTED_MAX).map(({ locale, show, count }) => (
        <Link
          key={`${locale} ${show}`}
          to="/translations/$group"
          params={{ group }}
          search={{ show, locale }}
          className="text-warning underline"
        >
          {count} {show} in {locale}
        </Link>
      ))}
      {others > 0 && <span className="text-muted">and {others} more</span>}
    </span>
  );
}
