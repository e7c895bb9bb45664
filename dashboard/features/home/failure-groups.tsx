import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { FailureReason } from "#contract/activity/overview.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { Region, RegionNote } from "./region.tsx";

interface FailureGroupsProps {
  groups: readonly FailureReason[];
  /** The length of the period: "24 hours". */
  period: string;
  /** The moment at which it begins. */
  from: string;
}

/** Reasons of failures in the period, the most frequent reason first. */
export function FailureGroups({ groups, period, from }: FailureGroupsProps) {
  return (
    <Region title="Failures by reason" about={`Steps that failed in the last ${period}`}>
      {groups.length === 0 ? (
        <RegionNote icon={<CircleCheck className="text-success" aria-hidden="true" />}>No step failed.</RegionNote>
      ) : (
        <ul>
          {groups.map((group) => (
            <Group key={`${group.reason}/${group.stepType}/${group.providerId}`} group={group} from={from} />
          ))}
        </ul>
      )}
    </Region>
  );
}

function Group({ group, from }: { group: FailureReason; from: string }) {
  const { text, stepType, providerId, count, latest } = group;
  const step = STEP_TYPE_LABELS[stepType].name;
  const channel = CHANNELS.find((one) => one === stepType);
  const linkClass = buttonClass("secondary", "col-start-2 self-start justify-self-start sm:col-start-3");
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-b px-4 py-3 last:border-b-0 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto]">
      <span className="text-lg leading-6 font-semibold text-danger">
        <CompactCount count={count} />
      </span>
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        <h3 className="font-medium">{text}</h3>
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs text-muted">
          <StepTypeIcon type={stepType} className="size-3.5" />
          {step}
          {providerId && (
            <>
              <span aria-hidden="true">·</span>
              <span className="sr-only">through</span>
              <code translate="no" className="font-mono">
                {providerId}
              </code>
            </>
          )}
          {latest && (
            <>
              <span aria-hidden="true">·</span>
              last <RelativeTime moment={latest.at} />
            </>
          )}
        </p>
        {latest && latest.text !== text && <p className="line-clamp-3 text-muted">{latest.text}</p>}
      </div>
      {latest ? (
        <Link
          to="/activity/$runId"
          params={{ runId: latest._notificationId }}
          aria-label={`See the last run: ${text}`}
          className={linkClass}
        >
          See the last run
        </Link>
      ) : (
        // Activity knows channels and no reasons.
        <Link
          to="/activity"
          search={{ failedAfter: from, ...(channel && { channels: [channel] }) }}
          className={linkClass}
        >
          {channel ? `See runs with ${step}` : "See runs"}
        </Link>
      )}
    </li>
  );
}
