import { CircleCheck } from "lucide-react";
import type { Overview } from "#contract/activity/overview.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { useNow } from "#dashboard/components/use-now.ts";
import { Region, RegionNote } from "./region.tsx";

/** The integrations that their vendors refuse, or that are left alone because they failed repeatedly. */
export function FailingIntegrations({ integrations }: { integrations: Overview["failingIntegrations"] }) {
  const now = useNow();
  return (
    <Region
      title="Integrations with problems"
      about="Refused by their vendor, or paused for a while after repeated failures"
    >
      {integrations.length === 0 ? (
        <RegionNote icon={<CircleCheck className="text-success" aria-hidden="true" />}>
          No integration has an outage.
        </RegionNote>
      ) : (
        <ul>
          {integrations.map(({ _id, name, channel, providerId, since, error, retryAt }) => (
            <li key={_id} className="flex flex-col gap-1 border-b px-4 py-3 wrap-anywhere last:border-b-0">
              <h3 className="flex items-start gap-1.5 font-medium">
                <StepTypeIcon type={channel} className="mt-0.5 size-4 shrink-0 text-muted" />
                <span className="sr-only">{STEP_TYPE_LABELS[channel].name}:</span>
                <span className="line-clamp-2 min-w-0" title={name}>
                  {name}
                </span>
              </h3>
              <p className="text-xs text-muted">
                <code translate="no" className="font-mono">
                  {providerId}
                </code>{" "}
                · since <RelativeTime moment={since} /> · tried again{" "}
                {Date.parse(retryAt) > now ? <RelativeTime moment={retryAt} /> : "with the next message"}
              </p>
              <p className="line-clamp-3 text-danger">{error}</p>
            </li>
          ))}
        </ul>
      )}
    </Region>
  );
}
