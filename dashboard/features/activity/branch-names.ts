import type { Activity } from "#contract/notifications.ts";

/** The name in sentences of the branch that is followed when no other one is. */
export const DEFAULT_BRANCH = "the default branch";

/** The names of the branches of a run's workflow, by their ids. */
export function branchNames({ jobs }: Pick<Activity, "jobs">): Map<string, string> {
  return new Map(
    jobs.flatMap(({ step: { metadata } }): [string, string][] => {
      if (metadata?.type !== "branch") return [];
      const named = metadata.branches.flatMap(({ branchId, name }): [string, string][] =>
        name ? [[branchId, name]] : [],
      );
      return [[metadata.defaultBranchId, DEFAULT_BRANCH], ...named];
    }),
  );
}
