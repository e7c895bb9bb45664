import type { JobStatus } from "#contract/constants/statuses.ts";
import type { Member } from "./member.ts";

export const statusAt = (member: Member, position: number): JobStatus => member.jobs.get(position)?.status ?? "pending";

/** Whether the step's own work has yet to start. */
export const isNew = (status: JobStatus): boolean => status === "pending" || status === "queued";
