import type { Suppression } from "#contract/suppressions.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { REASONS } from "./suppression-reasons.ts";

/** Why an address was suppressed: in a word, and in those of whoever reported or added it. */
export function ReasonCell({ suppression: { reason, note } }: { suppression: Suppression }) {
  const { name, tone, about } = REASONS[reason];
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <Badge tone={tone}>{name}</Badge>
      <span className="text-xs text-muted wrap-anywhere">{note || about}</span>
    </span>
  );
}
