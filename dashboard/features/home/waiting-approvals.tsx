import { Link } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import type { Overview } from "#contract/activity/overview.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";

/** Says that publications wait for the approval of a member, and leads to them; nothing while none does. */
export function WaitingApprovals({ waiting: { count, isMore } }: { waiting: Overview["waitingPublications"] }) {
  if (count === 0) return null;
  const text = count === 1 ? "1 publication waits" : `${compactCount(count)}${isMore ? "+" : ""} publications wait`;
  return (
    <p className="flex items-center gap-2 rounded-lg border bg-raised px-4 py-3">
      <ShieldCheck className="size-4 shrink-0 text-warning" aria-hidden="true" />
      <Link to="/changes/publications" search={{ state: "waiting" }} className="font-medium underline">
        {`${text} for approval`}
      </Link>
    </p>
  );
}
