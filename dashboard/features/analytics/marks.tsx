import { Link } from "@tanstack/react-router";
import { GitCompareArrows, History, type LucideIcon, OctagonPause, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { AnalyticsMark } from "#contract/activity/analytics.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";

const ICONS: Readonly<Record<AnalyticsMark["kind"], LucideIcon>> = {
  publication: GitCompareArrows,
  version: History,
  pause: OctagonPause,
  outage: Unplug,
};

/** Lists what happened in the period and may explain its numbers, the latest first. */
export function Marks({ marks, workflowId }: { marks: readonly AnalyticsMark[]; workflowId: string | undefined }) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label="Events in the period" className="flex flex-col gap-1 border-t px-4 py-3">
      {marks.toReversed().map((mark) => {
        const Icon = ICONS[mark.kind];
        return (
          <li key={`${mark.kind}/${mark.at}`} className="flex min-w-0 items-baseline gap-2">
            <Icon
              className={`size-3.5 shrink-0 self-center ${mark.kind === "publication" || mark.kind === "version" ? "text-info" : "text-danger"}`}
              aria-hidden="true"
            />
            <span className="min-w-0 wrap-anywhere">{markText(mark, workflowId)}</span>
            <RelativeTime moment={mark.at} className="shrink-0 text-xs text-muted" />
          </li>
        );
      })}
    </ul>
  );
}

const LINK = "underline decoration-border underline-offset-4 hover:decoration-current";

function markText(mark: AnalyticsMark, workflowId: string | undefined): ReactNode {
  switch (mark.kind) {
    case "publication":
      return (
        <Link to="/changes/$publicationId" params={{ publicationId: mark._publicationId }} className={LINK}>
          {`${countText(mark.items, "item")} published`}
        </Link>
      );
    case "version":
      return workflowId === undefined ? (
        `Version ${mark.version}`
      ) : (
        <Link to="/workflows/$workflowId/history" params={{ workflowId }} className={LINK}>
          {`Version ${mark.version}`}
        </Link>
      );
    case "pause":
      return (
        <Link
          to="/settings/safety-caps"
          search={mark.until === undefined ? {} : { state: "resolved" }}
          className={LINK}
        >
          {`A safety cap paused ${mark.workflowName ?? "a subscriber"}${mark.until === undefined ? "" : " for some time"}`}
        </Link>
      );
    case "outage":
      return (
        <Link to="/integrations/$integrationId" params={{ integrationId: mark._integrationId }} className={LINK}>
          {`${mark.name} is failing`}
        </Link>
      );
  }
}
