import type { CancelableFilter } from "#contract/activity/cancellations.ts";
import { RESUMPTION_VALUES_MAX } from "#contract/constants/resumptions.ts";
import type { ResumableFilter } from "#contract/resumptions.ts";
import type { RunSearch } from "../run-search.ts";

/** The runs that are to be resumed: some by their ids, or all that match. */
export type ResumeSelection = { runIds: string[] } | { filter: ResumableFilter };

/** Returns the filter of the runs that the list shows; undefined where that has a filter, or more values, that a resumption does not take. */
export function resumableFilter(search: RunSearch): ResumableFilter | undefined {
  const { channels, templates, subscriberIds, transactionId, dryRuns, after, failedAfter } = search;
  const { providers, tags, tenants, contextKeys, reasons, version, priority, test, handled } = search;
  if (tags.length + tenants.length + contextKeys.length + reasons.length > 0) return undefined;
  if ([version, priority, test, handled].some((value) => value !== undefined)) return undefined;
  if (Math.max(templates.length, subscriberIds.length) > RESUMPTION_VALUES_MAX) return undefined;
  return {
    ...(channels.length > 0 && { channels }),
    ...(providers.length > 0 && { providers }),
    ...(templates.length > 0 && { templates }),
    ...(subscriberIds.length > 0 && { subscriberIds }),
    ...(transactionId && { transactionId }),
    ...(dryRuns && { dryRuns }),
    ...(after && { from: after }),
    ...(failedAfter && { failedAfter }),
  };
}

/** Returns the filter of the runs that the list shows; undefined where that has a filter, or more values, that a cancellation does not take. */
export function cancelableFilter(search: RunSearch): CancelableFilter | undefined {
  if (search.failedAfter !== undefined || search.providers.length > 0) return undefined;
  return resumableFilter(search);
}

/** Returns the search by which the list shows the runs of a filter; undefined where it has no such filter. */
export function runSearchOf(filter: ResumableFilter): Partial<RunSearch> | undefined {
  const { channels, providers, templates, subscriberIds, transactionId, dryRuns, from, failedAfter, ...others } =
    filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  return {
    ...(channels && { channels }),
    ...(providers && { providers }),
    ...(templates && { templates }),
    ...(subscriberIds && { subscriberIds }),
    ...(transactionId && { transactionId }),
    ...(dryRuns === "exclude" && { dryRuns }),
    ...(from && { after: new Date(from).toISOString() }),
    ...(failedAfter && { failedAfter: new Date(failedAfter).toISOString() }),
  };
}
