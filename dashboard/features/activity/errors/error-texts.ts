import type { FailureGroup, FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { isChannel } from "#contract/constants/channels.ts";
import { RESUMPTION_VALUES_MAX } from "#contract/constants/resumptions.ts";
import type { ResumableFilter } from "#contract/resumptions.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";

/** Returns "since version 12", or an empty text where the version is deleted. */
const sinceVersion = (version: number | undefined): string =>
  version === undefined ? "" : ` since version ${version}`;

/** Returns the state of an error in a few words. */
export function stateText({ state, cameBack }: Pick<FailureGroup, "state" | "cameBack">): string {
  if (state === "resolved") return "Resolved";
  if (state === "ignored") return "Ignored";
  return cameBack ? `Again${sinceVersion(cameBack.version)}` : "Open";
}

/** Returns what an error that is not open waits for, or how one came back; undefined for one that nobody has decided about. */
export function lifeText(group: FailureGroup): string | undefined {
  const { state, ignored, cameBack } = group;
  if (state === "resolved") return "The next failure reopens it.";
  if (state === "ignored") return ignored && `${ignoredText(ignored)} opens it again.`;
  if (!cameBack) return undefined;
  const { after, workflow, version } = cameBack;
  const from = workflow ? ` in ${workflow.name}${version === undefined ? "" : `, version ${version}`}` : "";
  return `It was ${after} before, and failed again on ${shortTime(cameBack.at)}${from}.`;
}

function ignoredText({ until, belowPerMinute, afterMore = 0 }: NonNullable<FailureGroup["ignored"]>): string {
  if (until !== undefined) return `The first failure from ${shortTime(until)} on`;
  if (belowPerMinute !== undefined) return `A minute with ${countText(belowPerMinute, "failure")}`;
  return `After ${countText(afterMore, "more failure")}, the last of them`;
}

/** Returns the runs that a member who has mended the cause resumes: those that failed at the same place since it was first seen. */
export function resumableFilterOf(group: FailureGroupDetails): ResumableFilter {
  const { stepType, providerId, firstSeen, versions } = group;
  const workflows = new Set(versions.flatMap(({ workflow }) => workflow?._id ?? []));
  return {
    statuses: ["failed"],
    ...(isChannel(stepType) && { channels: [stepType] }),
    ...(providerId !== undefined && { providers: [providerId] }),
    ...(workflows.size > 0 && workflows.size <= RESUMPTION_VALUES_MAX && { templates: [...workflows] }),
    failedAfter: firstSeen,
    dryRuns: "exclude",
  };
}

/** Returns the failures of an error by workflows, each with its versions, the workflow with most of them first. */
export function byWorkflow(versions: FailureGroupDetails["versions"]) {
  const workflows = new Map<
    string,
    { id: string; name: string | undefined; count: number; versions: typeof versions }
  >();
  for (const version of versions) {
    const id = version.workflow?._id ?? "";
    const known = workflows.get(id) ?? { id, name: version.workflow?.name, count: 0, versions: [] };
    workflows.set(id, { ...known, count: known.count + version.count, versions: [...known.versions, version] });
  }
  return [...workflows.values()].sort((one, other) => other.count - one.count);
}
