import { Link } from "@tanstack/react-router";
import type { Activity } from "#contract/notifications.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { runState } from "../run-state.ts";
import { RunStateBadge } from "../status-badge.tsx";
import { subscriberIdOf, subscriberName } from "../subscriber-text.ts";

const OFFERED = 20;

/** Offers the latest runs of the workflow to be compared with. */
export function ChooseOtherRun({ run, onClose }: { run: Activity; onClose: () => void }) {
  const query = useRead("notifications.list", { templates: [run._templateId], limit: OFFERED + 1 });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Compare with"
      description="The latest runs of this workflow"
    >
      <QueryResult query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ data }) => {
          const others = data.filter(({ _id }) => _id !== run._id).slice(0, OFFERED);
          if (others.length === 0) return <p className="text-muted">This workflow has no other run.</p>;
          return (
            <ul className="flex max-h-96 flex-col divide-y overflow-auto rounded-md border">
              {others.map((other) => (
                <li
                  key={other._id}
                  className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-sunken"
                >
                  <Link
                    to="/activity/$runId"
                    params={{ runId: run._id }}
                    search={{ with: other._id }}
                    onClick={onClose}
                    translate="no"
                    className="min-w-0 flex-1 truncate after:absolute after:inset-0"
                  >
                    {subscriberName(other) ?? subscriberIdOf(other)}
                  </Link>
                  <span className="text-xs text-muted">version {other.version}</span>
                  <RunStateBadge state={runState(other)} />
                  <RelativeTime moment={other.createdAt} className="text-xs text-muted" />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </Dialog>
  );
}
