import type { FailureGroup, FailureGroupDetails } from "#contract/activity/failure-groups.ts";
import { FAILURE_GROUP_PEOPLE_MAX } from "#contract/constants/activity/failure-groups.ts";
import type { FailureGroupRow, GroupRun, VersionFailures } from "#db/queries/activity/failure-groups.ts";
import { failureText } from "#domain/values/failure-text.ts";
import { ownedFields } from "../fields.ts";
import { moment } from "./digests.ts";

const workflowOf = (id: string | null, name: string | null) =>
  id !== null && name !== null ? { workflow: { _id: id, name } } : {};

export function failureGroupView(row: FailureGroupRow): FailureGroup {
  const { stepType, providerId, reason, code, text, people, state, stateAt, stateBy, stateReason, ignoreRule } = row;
  return {
    ...ownedFields(row),
    stepType,
    ...(providerId !== "" && { providerId }),
    reason,
    ...(code !== "" && { code }),
    text: text === "" ? failureText(reason, stepType) : text,
    firstSeen: moment(row.firstSeen),
    lastSeen: moment(row.lastSeen),
    count: row.failures,
    people: { count: Math.min(people, FAILURE_GROUP_PEOPLE_MAX), isMore: people > FAILURE_GROUP_PEOPLE_MAX },
    hours: row.hours,
    state,
    ...(stateAt !== null && { stateSince: moment(stateAt) }),
    ...(stateBy !== null && { stateBy }),
    ...(stateReason !== null && { stateReason }),
    ...(ignoreRule !== null && { ignored: ignoreRule }),
    ...cameBackOf(row),
  };
}

function cameBackOf(row: FailureGroupRow): Pick<FailureGroup, "cameBack"> {
  const { cameBackAt, cameBackFrom, cameBackWorkflowId, cameBackWorkflow, cameBackVersion } = row;
  if (cameBackAt === null || cameBackFrom === null) return {};
  return {
    cameBack: {
      at: moment(cameBackAt),
      after: cameBackFrom,
      ...workflowOf(cameBackWorkflowId, cameBackWorkflow),
      ...(cameBackVersion ? { version: cameBackVersion } : {}),
    },
  };
}

export function failureGroupDetails(
  row: FailureGroupRow,
  versions: readonly VersionFailures[],
  runs: readonly GroupRun[],
): FailureGroupDetails {
  const kept = new Map(runs.map((run) => [run.runId, run]));
  return {
    ...failureGroupView(row),
    versions: versions.map(({ workflowId, workflow, version, failures, firstHour, lastHour }) => ({
      ...workflowOf(workflowId, workflow),
      ...(version > 0 && { version }),
      count: failures,
      firstHour: moment(firstHour),
      lastHour: moment(lastHour),
    })),
    latestRuns: row.latestRuns.flatMap(({ runId, at }) => {
      const run = kept.get(runId);
      if (!run) return [];
      const { workflowId, workflow, subscriberId } = run;
      return [
        {
          _notificationId: runId,
          at,
          ...workflowOf(workflowId, workflow),
          ...(subscriberId !== null && { subscriberId }),
        },
      ];
    }),
  };
}
