import type { Query } from "#client/client.ts";
import type { ScheduleStatus } from "#contract/constants/schedules.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { keyParam, patternParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The filter and the place of the list of schedules, as its address has them. */
export const ScheduleSearch = searchSchema({
  status: keyParam<ScheduleStatus>({ active: true, paused: true, ended: true }),
  // Of the schedule that is shown.
  entry: patternParam(UUID_PATTERN),
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type ScheduleSearch = ReturnType<typeof ScheduleSearch.parse>;

export const scheduleQuery = ({ status, cursor, size }: ScheduleSearch): Query<"listSchedules"> => ({
  limit: size,
  ...(cursor && { after: cursor }),
  ...(status && { status }),
});
