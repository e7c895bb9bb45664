import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import { rawFields } from "../step-outcome-sentence.ts";

/** Facts that name what has changed many runs, and the field that does. */
const NAMED_BY = {
  resume: [DETAILS.stepResumed, "resumptionId"],
  cancel: [DETAILS.runCanceled, "cancellationId"],
} as const;

/** Returns the latest resumption or cancellation that changed the run, and when; undefined where there was none. */
export function resumptionOf({ jobs }: Activity, kind: keyof typeof NAMED_BY): { id: string; at: string } | undefined {
  const [named, field] = NAMED_BY[kind];
  const changed = jobs
    .flatMap(({ executionDetails }) => executionDetails)
    .filter(({ detail }) => detail === named)
    .flatMap(({ raw, createdAt }) => {
      const id = rawFields(raw)[field];
      return typeof id === "string" ? [{ id, at: createdAt }] : [];
    });
  return changed.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
}
