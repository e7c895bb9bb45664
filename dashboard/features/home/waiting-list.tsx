import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { Overview } from "#contract/activity/overview.ts";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { WAITING_LABELS } from "#dashboard/components/display/waiting-kinds.ts";
import { Region, RegionNote } from "./region.tsx";

/** Kinds of what waits now, with the moment at which the next of it is due; each is a link to the list that it counts. */
export function WaitingList({ waiting }: { waiting: Overview["waiting"] }) {
  const shown = waiting.filter(({ count }) => count > 0);
  return (
    <Region title="Waiting now" about="All workflows, any time">
      {shown.length === 0 ? (
        <RegionNote>Nothing waits.</RegionNote>
      ) : (
        <ul>
          {shown.map(({ kind, count, isMore, nextDueAt }) => (
            <li
              key={kind}
              className="group/count relative flex items-start justify-between gap-3 border-b px-4 py-2.5 last:rounded-b-lg last:border-b-0 hover:bg-sunken"
            >
              <div className="min-w-0">
                <h3 className="font-medium">
                  <Link
                    to="/activity/waiting"
                    search={{ kind }}
                    className="rounded -outline-offset-2 after:absolute after:inset-0"
                  >
                    {WAITING_LABELS[kind].plural}
                  </Link>
                </h3>
                <p className="text-xs text-muted">{WAITING_LABELS[kind].about}</p>
              </div>
              <div className="flex shrink-0 items-center gap-2 text-end">
                <div>
                  <p className="font-semibold">
                    <CompactCount count={count} isMore={isMore} inLink />
                  </p>
                  {nextDueAt && (
                    <p className="text-xs text-muted">
                      next <RelativeTime moment={nextDueAt} />
                    </p>
                  )}
                </div>
                <ChevronRight className="size-4 text-muted" aria-hidden="true" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Region>
  );
}
