import { countText } from "#dashboard/components/display/count-text.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Shown for more. */
const MOST = 99;

/** How many publications wait for the approval of the member; nothing where none do, or the member approves none. */
export function WaitingBadge({ collapsed }: { collapsed: boolean }) {
  const { may } = useEnvironment();
  const open = useRead("membership").data?.organization._id;
  // The shell reads it for every screen.
  const { data = [] } = useRead("organizations.list");
  const waiting = data.find(({ _id }) => _id === open)?.waitingPublications ?? 0;
  if (waiting === 0 || !may("content.publish")) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className={
          collapsed
            ? "absolute end-1 top-1 size-2 rounded-full bg-accent"
            : "ms-auto rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent tabular-nums"
        }
      >
        {collapsed ? "" : waiting > MOST ? `${MOST}+` : waiting}
      </span>
      <span className="sr-only" role="status">
        {`${countText(waiting, "publication")} ${waiting === 1 ? "waits" : "wait"} for your approval`}
      </span>
    </>
  );
}
