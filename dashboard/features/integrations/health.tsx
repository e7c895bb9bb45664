import type { IntegrationHealth } from "#contract/integration-health.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useNow } from "#dashboard/components/use-now.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { lastHourText, sentTodayText, stateText } from "./health-text.ts";

const TONES = {
  healthy: "success",
  degraded: "warning",
  failing: "danger",
  away: "warning",
  idle: "neutral",
  inactive: "neutral",
} as const satisfies Record<IntegrationHealth["state"], Tone>;

export function HealthBadge({ health }: { health: IntegrationHealth }) {
  const now = useNow();
  return <Badge tone={TONES[health.state]}>{stateText(health, now)}</Badge>;
}

/** The numbers of an integration, and its last error on a line of its own. */
export function HealthLines({ health: { lastHour, sentToday, lastError } }: { health: IntegrationHealth }) {
  return (
    <>
      <p className="text-xs text-muted tabular-nums">{`${lastHourText(lastHour)} · ${sentTodayText(sentToday)}`}</p>
      {lastError && (
        <p className="text-xs wrap-anywhere text-muted">
          Last error <RelativeTime moment={lastError.at} />
          {lastError.code !== null && (
            <>
              {" · "}
              <code translate="no" className="font-mono">
                {lastError.code}
              </code>
            </>
          )}
          {` · ${lastError.message}`}
        </p>
      )}
    </>
  );
}

/** The health of one integration; nothing for an inbox, which has no vendor. */
export function HealthSummary({ integrationId }: { integrationId: string }) {
  const query = useRead("integrations.listHealth");
  if (hasFailed(query)) return <LoadFailed what="The health of the integration" query={query} />;
  if (!query.data) return <SkeletonCards cards={1} className="h-16 max-w-xl" />;
  const health = query.data.find(({ _id }) => _id === integrationId);
  if (!health) return null;
  return (
    <section aria-label="Health" className="flex max-w-xl flex-col items-start gap-1 rounded-lg border bg-raised p-3">
      <HealthBadge health={health} />
      <HealthLines health={health} />
    </section>
  );
}
