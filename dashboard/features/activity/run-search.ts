import type { Query } from "#client/client.ts";
import { RUN_PRIORITIES, RUN_TESTS } from "#contract/constants/activity/run-filters.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { UnsentReason } from "#contract/constants/reasons.ts";
import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";
import {
  choiceParam,
  listParam,
  momentParam,
  pageParam,
  patternParam,
  positionParam,
  type Reader,
  searchSchema,
  textParam,
} from "#dashboard/lists/search-schemas.ts";

/** Takes any name, as every screen would load the names that there are. The server knows them. */
const reasonParam: Reader<UnsentReason | undefined> = (value) =>
  typeof value === "string" && /^[a-z_]+$/.test(value) ? (value as UnsentReason) : undefined;

const LEFT_OUT = ["exclude"] as const;
const HANDLED = ["true", "false"] as const;

/** The search parameters of the activity screen. A value that does not parse counts as absent. */
export const RunSearch = searchSchema({
  page: pageParam,
  channels: listParam(choiceParam(CHANNELS)),
  templates: listParam(patternParam(UUID_PATTERN)),
  subscriberIds: listParam(patternParam(/./)),
  transactionId: textParam,
  tags: listParam(patternParam(/./)),
  /** Identifiers. */
  tenants: listParam(patternParam(/./)),
  /** Keys, of which a run has exactly these. */
  contextKeys: listParam(patternParam(/^[a-z0-9_-]+:[\w.@-]+$/)),
  providers: listParam(patternParam(/./)),
  /** Of the workflow, by its number. */
  version: positionParam,
  reasons: listParam(reasonParam),
  priority: choiceParam(RUN_PRIORITIES),
  test: choiceParam(RUN_TESTS),
  handled: choiceParam(HANDLED),
  /** `exclude` leaves dry runs out. */
  dryRuns: choiceParam(LEFT_OUT),
  /** Runs that began from this moment on. */
  after: momentParam,
  /** Runs that began before this moment. */
  until: momentParam,
  /** Runs with a step that failed from this moment on. */
  failedAfter: momentParam,
});
export type RunSearch = ReturnType<typeof RunSearch.parse>;

/** Returns the search of the runs of one workflow. */
export const ofWorkflow = (search: RunSearch, workflowId: string): RunSearch => ({
  ...search,
  templates: [workflowId],
});

export const runQuery = ({ transactionId, handled, until, ...search }: RunSearch): Query<"listRuns"> => ({
  ...search,
  ...(handled && { handled: handled === "true" }),
  ...(transactionId && { transactionId }),
  ...(until && { before: until }),
});
