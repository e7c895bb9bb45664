import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { DigestActions } from "./digest-actions.tsx";
import { EndDelay } from "./end-delay.tsx";

/** The actions on a step that waits; none for a viewer. */
export function WaitActions({ run, job }: { run: Activity; job: ActivityJob }) {
  const { may } = useEnvironment();
  if (job.status !== "delayed" || !may("environment.use")) return null;
  if (job.type === "digest") return <DigestActions run={run} job={job} />;
  return job.type === "delay" ? <EndDelay run={run} /> : null;
}
