import type { Overview } from "#contract/overview.ts";
import { CompactCount } from "../../components/compact-count.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Region, RegionNote } from "./region.tsx";

type Kind = Overview["waiting"][number]["kind"];

const KINDS: Readonly<Record<Kind, { name: string; about: string }>> = {
  delay: { name: "Delays", about: "Runs in a delay step" },
  digest: { name: "Open digests", about: "Windows that collect events" },
  hold: { name: "Deferred", about: "Until the subscriber's hours, or about to begin" },
  retry: { name: "Retries", about: "Sends that failed and are tried again" },
  wait: { name: "Other waits", about: "For an event or another step" },
};

/** Kinds of what waits now, with the moment at which the next of it is due. */
export function WaitingList({ waiting }: { waiting: Overview["waiting"] }) {
  const shown = waiting.filter(({ count }) => count > 0);
  return (
    <Region title="Waiting now" about="Of all workflows, whatever the period">
      {shown.length === 0 ? (
        <RegionNote>Nothing waits.</RegionNote>
      ) : (
        <ul>
          {shown.map(({ kind, count, isMore, nextDueAt }) => (
            <li key={kind} className="flex items-start justify-between gap-3 border-b px-4 py-2.5 last:border-b-0">
              <div className="min-w-0">
                <h3 className="font-medium">{KINDS[kind].name}</h3>
                <p className="text-xs text-muted">{KINDS[kind].about}</p>
              </div>
              <div className="shrink-0 text-end">
                <p className="font-semibold">
                  <CompactCount count={count} isMore={isMore} />
                </p>
                {nextDueAt && (
                  <p className="text-xs text-muted">
                    next <RelativeTime moment={nextDueAt} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Region>
  );
}
