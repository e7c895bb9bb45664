import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import { rawFields } from "../step-outcome-sentence.ts";

/** Returns the latest resumption that had steps of the run executed again, and when; undefined where there was none. */
export function resumptionOf({ jobs }: Activity): { id: string; at: string } | undefined {
  const resumed = jobs
    .flatMap(({ executionDetails }) => executionDetails)
    .filter(({ detail }) => detail === DETAILS.stepResumed)
    .flatMap(({ raw, createdAt }) => {
      const { resumptionId } = rawFields(raw);
      return typeof resumptionId === "string" ? [{ id: resumptionId, at: createdAt }] : [];
    });
  return resumed.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
}
