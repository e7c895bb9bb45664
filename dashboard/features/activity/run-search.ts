import { CHANNELS } from "#contract/constants/channels.ts";
import { UUID_PATTERN } from "#contract/constants/patterns.ts";
import { choiceParam, listParam, pageParam, patternParam, searchSchema, textParam } from "../../search-schemas.ts";

/** The search parameters of the activity screen. A value that does not parse counts as absent. */
export const RunSearch = searchSchema({
  page: pageParam,
  channels: listParam(choiceParam(CHANNELS)),
  templates: listParam(patternParam(UUID_PATTERN)),
  subscriberIds: listParam(patternParam(/./)),
  transactionId: textParam,
  /** Runs that began from this moment on. */
  after: patternParam(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/),
});
export type RunSearch = ReturnType<typeof RunSearch.parse>;

export function isFiltered({ channels, templates, subscriberIds, transactionId, after }: RunSearch): boolean {
  return channels.length + templates.length + subscriberIds.length > 0 || transactionId !== "" || after !== undefined;
}
