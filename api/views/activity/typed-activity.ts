import { IN_APP_PROVIDER, providerAlias } from "#contract/constants/provider-ids.ts";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";

/** Of jobs that no provider executes, which the client needs to have one all the same. */
const NO_PROVIDER = IN_APP_PROVIDER;
const DIGEST_TYPES: readonly unknown[] = ["regular", "backoff", "timed"];
/** Step types of ours under the nearest that the client knows. */
const TYPES: Partial<Record<ActivityJob["type"], ActivityJob["type"]>> = {
  http: "custom",
  wait_for_event: "custom",
  branch: "custom",
};

/**
 * A run as the published typed client accepts it: its lists of providers, step types and conditions are closed, and one value
 * that it does not know makes the whole page unreadable.
 */
export function typedActivityView(activity: Activity): Activity {
  return { ...activity, jobs: activity.jobs.map(typedJob) };
}

function typedJob({ digest, step: { template, ...step }, ...job }: ActivityJob): ActivityJob {
  return {
    ...job,
    type: TYPES[job.type] ?? job.type,
    providerId: providerAlias(job.providerId ?? NO_PROVIDER),
    step: {
      _templateId: step._id,
      active: true,
      ...step,
      filters: readableFilters(step.filters ?? []),
      ...(template && !(template.type in TYPES) && { template }),
    },
    ...(digest && DIGEST_TYPES.includes(digest.type) && { digest }),
    executionDetails: job.executionDetails.map(({ providerId, ...detail }) => ({
      ...detail,
      ...(providerId && { providerId: providerAlias(providerId) }),
    })),
  };
}

/** The groups of conditions that the client can read: comparisons of payloads and subscribers with a text. */
export function readableFilters(filters: readonly Filter[]): Filter[] {
  return filters.flatMap(({ isNegated = false, type = "GROUP", value = "AND", children }) => {
    const readable = children.flatMap((child) => ("children" in child || !isReadable(child) ? [] : [child]));
    return readable.length === 0 ? [] : [{ isNegated, type, value, children: readable.map(asText) }];
  });
}

const isReadable = ({ on, field, operator }: FilterPart): boolean =>
  (on === "payload" || on === "subscriber") &&
  field !== undefined &&
  operator !== undefined &&
  operator !== "IS_DEFINED";

const asText = (part: FilterPart): FilterPart => ({ ...part, value: String(part.value ?? "") });
