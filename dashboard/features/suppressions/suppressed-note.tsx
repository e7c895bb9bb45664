import { type SuppressedChannel, suppressedAddress } from "#contract/constants/suppressions.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { LiftButton } from "./lift-button.tsx";
import { REASONS } from "./suppression-reasons.ts";

/** Addresses that begin alike and are read together. */
const BEGINNING_ALIKE = 10;

/** Says why nothing is sent to an address any more, and lets a member lift that; nothing of one that is not suppressed. */
export function SuppressedNote({ channel, address }: { channel: SuppressedChannel; address: string }) {
  const { may } = useEnvironment();
  const stored = suppressedAddress(channel, address);
  const query = useRead("suppressions.list", { channel, address: stored, limit: BEGINNING_ALIKE });
  const entry = query.data?.data.find((one) => one.address === stored);
  if (!entry) return null;
  const { name, tone, about } = REASONS[entry.reason];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      <Badge tone={tone}>{`Suppressed: ${name.toLowerCase()}`}</Badge>
      <span className="min-w-0 wrap-anywhere">
        {`${entry.note || about} Since `}
        <RelativeTime moment={entry.createdAt} />
      </span>
      {may("environment.use") && <LiftButton suppression={entry} />}
    </div>
  );
}
