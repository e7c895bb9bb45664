import { FlaskConical } from "lucide-react";
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

/** Says what a test left out. */
export const testModeText = ({ dryRun, skipDelays }: TestMode): string =>
  [
    dryRun &&
      "Every step was decided and rendered. Nothing was sent or called, and the run counts in no statistic, limit or digest.",
    skipDelays && "Digests, delays, throttles and waits ended at once.",
  ]
    .filter(Boolean)
    .join(" ");
