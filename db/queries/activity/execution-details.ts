import { and, asc, eq, gte } from "drizzle-orm";
import type { StepType } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import { type LogCode, logCodeOf } from "#contract/constants/log-codes.ts";
import type { Database } from "../../client.ts";
import { detailIdOf, jobIdOf } from "../../derived-ids.ts";
import { executionDetails } from "../../schema/runs/execution-details.ts";
import { jobs } from "../../schema/runs/jobs.ts";
import { runs } from "../../schema/runs/runs.ts";
import type { Scope } from "../../scope.ts";
import { getSubscriber } from "../subscribers/subscribers.ts";

type StoredDetail = typeof executionDetails.$inferSelect;
type Run = typeof runs.$inferSelect;
type Job = Pick<typeof jobs.$inferSelect, "id" | "type" | "position" | "createdAt" | "queuedAt" | "startedAt">;

/** One fact of a run's history, whether it has a row of its own or stands in its job's. */
export interface DetailRow extends StoredDetail {
  workflowId: string;
  subscriberId: string;
  transactionId: string;
  channel: StepType;
  code: LogCode | undefined;
  /** Of a dry run. */
  isTest: boolean;
}

/** Job of the event itself, which the row of the run stands for. */
export const triggerJobId = (runId: string): string => jobIdOf(runId, "trigger");

/** Returns the facts of a job's history that its row holds, in order. */
function factsOf({ type, createdAt, queuedAt, startedAt }: Job): [DetailText, Date][] {
  const facts: [DetailText, Date | null][] = [
    [DETAILS.stepCreated, createdAt],
    [DETAILS.stepQueued, queuedAt],
    [type === "digest" ? DETAILS.startDigesting : DETAILS.startSending, type === "delay" ? null : startedAt],
  ];
  return facts.flatMap(([detail, at]): [DetailText, Date][] => (at === null ? [] : [[detail, at]]));
}

/**
 * The whole history of a run in order of creation: the stored details, which are given in that order, and those that stand
 * in the rows of the run and its jobs. Of one instant, earlier steps come first, and of one step what its row says.
 */
export function detailsOfRun(run: Run, jobsOfRun: readonly Job[], stored: readonly StoredDetail[]): DetailRow[] {
  const { createdAt } = run;
  const trigger: Job = {
    id: triggerJobId(run.id),
    type: "trigger",
    position: -1,
    createdAt,
    queuedAt: createdAt,
    startedAt: createdAt,
  };
  const byId = new Map([trigger, ...jobsOfRun].map((job) => [job.id, job]));
  const { organizationId, environmentId, workflowId, subscriberId, transactionId, expireAt, isDry: isTest } = run;
  const shared = {
    organizationId,
    environmentId,
    runId: run.id,
    workflowId,
    subscriberId,
    transactionId,
    expireAt,
    isTest,
  };
  const derived = [...byId.values()].flatMap((job) =>
    factsOf(job).map(
      ([detail, at]): DetailRow => ({
        ...shared,
        id: detailIdOf(job.id, detail),
        jobId: job.id,
        channel: job.type,
        code: logCodeOf(detail, job === trigger ? "event" : job.type),
        detail,
        source: "Internal",
        status: "Pending",
        isRetry: false,
        messageId: null,
        providerId: null,
        raw: null,
        webhookStatus: null,
        createdAt: at,
      }),
    ),
  );
  const written = stored.map((detail): DetailRow => {
    const job = byId.get(detail.jobId) ?? trigger;
    const code = logCodeOf(detail.detail, job === trigger ? "event" : job.type);
    return { ...shared, ...detail, channel: job.type, code };
  });
  const positionOf = ({ jobId }: DetailRow): number => (byId.get(jobId) ?? trigger).position;
  // Sorting is stable, so what neither time nor step tells apart stays in the order of this list.
  return [...derived, ...written].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || positionOf(a) - positionOf(b),
  );
}

/**
 * The history of one run, asked for by the customer's id of its subscriber. Throws `not_found` for an unknown subscriber;
 * a run that is unknown, another subscriber's or created before `since` has no history.
 */
export async function listExecutionDetails(
  db: Database,
  scope: Scope,
  { runId, subscriberId, since }: { runId: string; subscriberId: string; since?: Date | undefined },
): Promise<DetailRow[]> {
  const subscriber = await getSubscriber(db, scope, subscriberId);
  const [run] = await db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.environmentId, scope.environmentId),
        eq(runs.id, runId),
        eq(runs.subscriberId, subscriber.id),
        since && gte(runs.createdAt, since),
      ),
    );
  if (!run) return [];
  const [jobsOfRun, stored] = await Promise.all([
    db
      .select()
      .from(jobs)
      .where(and(eq(jobs.environmentId, scope.environmentId), eq(jobs.runId, runId)))
      .orderBy(asc(jobs.position)),
    db
      .select()
      .from(executionDetails)
      .where(and(eq(executionDetails.environmentId, scope.environmentId), eq(executionDetails.runId, runId)))
      .orderBy(asc(executionDetails.createdAt)),
  ]);
  return detailsOfRun(run, jobsOfRun, stored);
}
