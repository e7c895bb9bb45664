import { exactTime, RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { DETAIL_LABELS, TEXT_COLORS } from "../status-badge.tsx";
import type { Detail } from "./attempts.ts";

/** Returns the details that a provider reported after it had taken the message. */
export const reportsOf = (details: readonly Detail[]): Detail[] =>
  details.filter(({ source, webhookStatus }) => source === "Webhook" && webhookStatus !== undefined);

/** Deliveries, reads and clicks, as they were reported. */
export function ReportList({ reports }: { reports: readonly Detail[] }) {
  if (reports.length === 0) return null;
  return (
    <ol aria-label="Reports of the provider" className="flex flex-wrap gap-x-4 gap-y-1">
      {reports.map(({ _id, status, webhookStatus = "", detail, createdAt }) => {
        const { tone, Icon } = DETAIL_LABELS[status];
        const words = detail.replace(` - (${webhookStatus})`, "").replace(`(${webhookStatus})`, "");
        return (
          <li key={_id} className="flex items-center gap-1.5" title={exactTime(createdAt)}>
            <Icon className={`size-4 shrink-0 ${TEXT_COLORS[tone]}`} aria-hidden="true" />
            <span>{webhookStatus.slice(0, 1).toUpperCase() + webhookStatus.slice(1)}</span>
            {words !== "" && <span className="text-muted wrap-anywhere">{words}</span>}
            <RelativeTime moment={createdAt} className="text-xs text-muted" />
          </li>
        );
      })}
    </ol>
  );
}
