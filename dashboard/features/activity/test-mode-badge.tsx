import { FlaskConical, Split } from "lucide-react";
import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import type { TestMode } from "#contract/test-mode.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";

/** Marks a run of a test event; nothing for a real one. */
export function TestModeBadge({ mode }: { mode: TestMode | undefined }) {
  if (!mode) return null;
  return (
    <Badge tone="accent" icon={<FlaskConical className="size-3" aria-hidden="true" />}>
      {mode.dryRun ? "Dry test" : "Test without delays"}
    </Badge>
  );
}

const REDIRECTED: string = DETAILS.testDeliveryRedirected;
const WITHHELD: readonly string[] = [DETAILS.testDeliveryRendered, DETAILS.testDeliveryChanged];

/** Marks a run of which test delivery redirected or withheld a message; nothing for any other. */
export function TestDeliveryBadge({ jobs }: Pick<Activity, "jobs">) {
  const details = jobs.flatMap(({ executionDetails }) => executionDetails.map(({ detail }) => detail));
  const isRedirected = details.includes(REDIRECTED);
  if (!isRedirected && !details.some((detail) => WITHHELD.includes(detail))) return null;
  return (
    <Badge tone="accent" icon={<Split className="size-3" aria-hidden="true" />}>
      {isRedirected ? "Redirected by test delivery" : "Withheld by test delivery"}
    </Badge>
  );
}

/** Says what a test left out. */
export const testModeText = ({ dryRun, skipDelays }: TestMode): string =>
  [
    dryRun &&
      "Every step was decided and rendered. Nothing was sent or called, and the run counts in no statistic, limit or digest.",
    skipDelays && "Digests, delays, throttles and waits ended at once.",
  ]
    .filter(Boolean)
    .join(" ");
