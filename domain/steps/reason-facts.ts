import { STEP_TYPES, type StepType } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { StepReason, UnsentReason } from "#contract/constants/reasons.ts";
import { REASON_BY_DETAIL } from "./step-reason.ts";

/** How the data of `stepFiltered` ends for each reason, as a pattern of LIKE. */
const FILTERED: Partial<Record<StepReason, string>> = {
  skipped_by_code: '%,"skip":true}',
  other_branch: '%,"branch":{%',
  preference_off: '%"preferences":{"passed":false}}',
  conditions_not_met: '%"preferences":{"passed":true}}',
};

/** A fact by which a step of a type ended for a reason, and the pattern of its data where that decides. */
export interface ReasonFact {
  detail: string;
  type: StepType;
  raw: string | null;
}

/** Returns the facts by which `reasonOf` finds a reason. */
export function factsOfReason(code: UnsentReason): ReasonFact[] {
  const raw = FILTERED[code];
  if (raw !== undefined) return STEP_TYPES.map((type) => ({ detail: DETAILS.stepFiltered, type, raw }));
  return [...REASON_BY_DETAIL].flatMap(([detail, reasonOfDetail]) =>
    STEP_TYPES.filter((type) => reasonOfDetail({}, { type, status: "failed", details: [] }).code === code).map(
      (type) => ({ detail, type, raw: null }),
    ),
  );
}
