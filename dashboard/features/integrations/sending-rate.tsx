import { useQuery } from "@tanstack/react-query";
import type { SendingRate } from "#contract/integrations.ts";
import { compactCount } from "#dashboard/components/display/compact-number.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 5_000;
/** The API counts no further. */
const WAITING_MAX = 10_000;

const ORIGINS = {
  integration: "set here",
  provider: "as the provider documents",
  learned: "as the provider's answers allow",
} as const satisfies Record<NonNullable<SendingRate["limit"]>["origin"], string>;

/** How fast an integration sends now, what limits it, and what waits for it. */
export function CurrentRate({ integrationId }: { integrationId: string }) {
  const { read } = useEnvironment();
  const rate = useQuery({ ...read("integrations.getRate", integrationId), refetchInterval: POLL_MS });
  if (!rate.data) {
    return hasFailed(rate) ? (
      <LoadFailed what="How fast it sends" query={rate} />
    ) : (
      <SkeletonCards cards={1} className="h-16" />
    );
  }
  const { perSecond, waiting, blockedUntil, limit, source } = rate.data;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
      <dt className="text-muted">Sends</dt>
      <dd>{`${compactCount(perSecond)} a second`}</dd>
      <dt className="text-muted">At most</dt>
      <dd>
        {limit ? `${compactCount(limit.perSecond)} a second, ${ORIGINS[limit.origin]}` : "No limit is known"}
        {source && limit?.origin === "provider" && (
          <a href={source} target="_blank" rel="noreferrer" className="ms-2 text-accent hover:underline">
            See its limits
          </a>
        )}
      </dd>
      <dt className="text-muted">Waiting</dt>
      <dd>
        {waiting === 0 ? "Nothing" : `${compactCount(waiting)}${waiting >= WAITING_MAX ? " or more" : ""}`}
        {blockedUntil && (
          <span className="ms-2 text-warning">
            The provider asked to send nothing until <RelativeTime moment={blockedUntil} />
          </span>
        )}
      </dd>
    </dl>
  );
}
