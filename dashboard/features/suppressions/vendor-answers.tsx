import type { LiftOutcome } from "#contract/constants/suppressions.ts";
import type { VendorLift } from "#contract/suppressions.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";

const OUTCOMES: Readonly<Record<LiftOutcome, { name: string; tone: Tone }>> = {
  waiting: { name: "Waiting", tone: "info" },
  lifted: { name: "Lifted", tone: "success" },
  not_listed: { name: "Not on its list", tone: "neutral" },
  refused: { name: "Refused", tone: "danger" },
  unanswered: { name: "No answer", tone: "warning" },
  not_asked: { name: "Not asked", tone: "neutral" },
};

/** The answers of vendors that were asked to take an address off their lists. */
export const VendorAnswers = ({ vendors }: { vendors: readonly VendorLift[] }) => (
  <ul className="flex min-w-0 flex-col gap-1.5">
    {vendors.map((vendor) => (
      <li key={vendor._integrationId} className="flex min-w-0 flex-col gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span dir="auto" translate="no" className="min-w-0 wrap-anywhere">
            {vendor.name}
          </span>
          <Badge tone={OUTCOMES[vendor.outcome].tone}>{OUTCOMES[vendor.outcome].name}</Badge>
          {vendor.outcome === "waiting" && vendor.attempts > 0 && vendor.dueAt && (
            <span className="text-xs text-muted">
              <span>Asked again </span>
              <RelativeTime moment={vendor.dueAt} />
            </span>
          )}
        </span>
        {vendor.words && <span className="text-xs text-muted wrap-anywhere">{vendor.words}</span>}
      </li>
    ))}
  </ul>
);
