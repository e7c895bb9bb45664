import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowDownRight, ArrowUpRight, ChevronRight, Equal } from "lucide-react";
import type { Trend } from "#contract/activity/overview.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { Sparkline } from "#dashboard/components/display/sparkline.tsx";
import { changeOf } from "./change-text.ts";

interface TrendTileProps {
  title: string;
  /** Says what the number counts: "Runs that began". */
  about: string;
  trend: Trend;
  /** The length of the period: "24 hours". */
  period: string;
  /** The number counts failures: more of them are bad. */
  isFailure?: boolean;
  /** The whole that it is a part of: "across 1,234 runs". */
  outOf?: string;
  /** The list that it counts. */
  list: Pick<LinkProps, "to" | "search">;
}

const DIRECTIONS = { more: ArrowUpRight, fewer: ArrowDownRight, same: Equal } as const;

/** A number of the period with its course, and how it compares with the period before. */
export function TrendTile({ title, about, trend, period, isFailure = false, outOf, list }: TrendTileProps) {
  const { count, previous, series } = trend;
  const change = changeOf(count, previous, period);
  const Icon = DIRECTIONS[change.direction];
  const tone = isFailure && change.direction === "more" && "text-danger";
  return (
    <section
      aria-label={title}
      className="group/count relative flex min-w-0 flex-col gap-1 rounded-lg border bg-raised p-4 hover:bg-sunken"
    >
      <h2 className="flex items-center justify-between gap-2 font-medium">
        <Link {...list} className="rounded after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
        <ChevronRight className="size-4 text-muted" aria-hidden="true" />
      </h2>
      <p className="text-xs text-muted">
        {about}
        {outOf !== undefined && <span>{` ${outOf}`}</span>}
      </p>
      <div className="mt-2 flex items-end justify-between gap-4">
        <p
          className={classNames(
            "text-3xl leading-9 font-semibold tracking-tight",
            isFailure && count > 0 && "text-danger",
          )}
        >
          <CompactCount count={count} inLink />
        </p>
        <Sparkline
          points={series.map((part) => ({ total: part.count, failed: isFailure ? part.count : 0 }))}
          what={about}
          label={`${title}, by ${series.length === 24 ? "hour" : "day"}`}
          className="h-9 w-32 min-w-0 sm:w-36"
        />
      </div>
      <p className={classNames("flex items-start gap-1 text-xs", tone || "text-muted")}>
        <Icon className="mt-px size-3.5 shrink-0" aria-hidden="true" />
        {change.text}
      </p>
    </section>
  );
}
