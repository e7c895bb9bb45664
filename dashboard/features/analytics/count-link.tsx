import { Link, type LinkProps } from "@tanstack/react-router";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";

interface CountLinkProps {
  count: number;
  /** The list that it counts; a number without one is no link. */
  list?: Pick<LinkProps, "to" | "search"> | undefined;
  /** Says what is listed: "Runs of Order shipped". */
  label: string;
  isFailure?: boolean;
}

/** A number of a table, which leads to what it counts. Nothing leads to an empty list. */
export function CountLink({ count, list, label, isFailure = false }: CountLinkProps) {
  if (count === 0) return <span className="text-muted tabular-nums">0</span>;
  const tone = isFailure ? "text-danger" : "";
  if (!list) {
    return (
      <span className={tone}>
        <CompactCount count={count} />
      </span>
    );
  }
  return (
    <Link
      {...list}
      title={label}
      className={`group/count relative z-10 inline-flex min-h-6 items-center rounded underline decoration-border decoration-1 underline-offset-4 hover:decoration-current ${tone}`}
    >
      <CompactCount count={count} inLink />
      <span className="sr-only">{`, ${label}`}</span>
    </Link>
  );
}
