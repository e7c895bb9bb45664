import type { Activity } from "#contract/notifications.ts";

/** The steps that a resume executes again. */
export const failedSteps = ({ jobs }: Activity) => jobs.filter(({ status }) => status === "failed");
