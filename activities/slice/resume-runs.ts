import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { Database } from "#db/client.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import { lockResumable, type RunKey } from "#db/queries/runs/lock-resumable.ts";
import { type ResumedRun, type ResumeNote, storeResumed } from "#db/queries/runs/store-resumed.ts";
import { currentVersions } from "#db/queries/workflows/current-versions.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { RareTransaction } from "#db/transaction.ts";
import { planResume, type ResumeRefusal } from "#domain/resume-plan.ts";
import { localStartAt } from "#domain/times/local-start.ts";
import { runExpiresAt } from "#domain/times/retention.ts";
import { addDuration } from "#domain/values/duration.ts";

/** A run, as far as it has to be known before it is locked. */
export interface KnownRun extends RunKey {
  organizationId: string;
  environmentId: string;
  eventId: string;
  transactionId: string;
  workflowId: string;
}

/** A version by which runs of a workflow go on, or why those of an event cannot. */
export interface Target {
  versionId: string;
  steps: readonly StepRow[];
  /** Events whose rows would expire before their runs could end by it. */
  expiring: ReadonlySet<string>;
}

export interface ResumeResult {
  resumed: number;
  refused: Partial<Record<ResumeRefusal, number>>;
  cohortIds: string[];
}

/**
 * Looks up the current versions of the runs' workflows, by workflow; a workflow that was deleted has none. To be called
 * before the transaction that resumes them, which must not wait for a second connection.
 */
export async function currentTargets(
  db: Database,
  runs: readonly KnownRun[],
  now: Date,
): Promise<ReadonlyMap<string, Target>> {
  const targets = new Map<string, Target>();
  for (const [workflowId, versionId] of await currentVersions(db, [...new Set(runs.map((run) => run.workflowId))])) {
    const steps = (await pinnedVersion(db, versionId)).steps.filter(({ active }) => active);
    const own = runs.filter((run) => run.workflowId === workflowId);
    targets.set(workflowId, { versionId, steps, expiring: await expiringEvents(db, own, steps, now) });
  }
  return targets;
}

/** A version with longer waits could hold a run until after its rows were deleted. */
async function expiringEvents(
  db: Database,
  runs: readonly KnownRun[],
  steps: readonly StepRow[],
  now: Date,
): Promise<Set<string>> {
  const expiring = new Set<string>();
  if (!steps.some(({ type }) => type === "delay" || type === "digest")) return expiring;
  for (const run of new Map(runs.map((one) => [one.eventId, one])).values()) {
    const { payload, overrides } = await loadEvent(db, run);
    const kept = addDuration(run.expireAt, { amount: RETENTION_DAYS, unit: "days" });
    if (runExpiresAt({ steps, payload, overrides, now }) > kept) expiring.add(run.eventId);
  }
  return expiring;
}

/**
 * Has runs go on, within the caller's transaction: locks them, decides how each goes on by what is stored then, and stores
 * that. With `targets`, by these versions of their workflows, and all that failed is decided anew; without, by their own.
 */
export async function resumeRuns(
  sql: RareTransaction,
  keys: readonly RunKey[],
  {
    targets,
    note,
    now,
    isEvent,
  }: {
    targets: ReadonlyMap<string, Target> | null;
    note: ResumeNote;
    now: Date;
    /** The event is resumed as a whole: when it was cancelled meanwhile, its runs end as such. */
    isEvent?: true;
  },
): Promise<ResumeResult> {
  const refused: ResumeResult["refused"] = {};
  const resumed: ResumedRun[] = [];
  for (const run of await lockResumable(sql, keys)) {
    const target = targets?.get(run.workflowId);
    const isOther = target !== undefined && target.versionId !== run.workflowVersionId;
    const plan =
      run.isCanceled && !isEvent
        ? "canceled"
        : run.isUnresolved
          ? "unresolved"
          : isOther && target.expiring.has(run.eventId)
            ? "expires"
            : planResume(
                { ...run, startsAt: run.localStart && localStartAt(run.localStart, run.timezone, now) },
                {
                  steps: isOther ? target.steps : null,
                  anew: targets !== null,
                  through: note.integration?.channel ?? null,
                  now,
                },
              );
    if (typeof plan === "string") refused[plan] = (refused[plan] ?? 0) + 1;
    else resumed.push({ run, plan, versionId: isOther ? target.versionId : run.workflowVersionId });
  }
  return { resumed: resumed.length, refused, cohortIds: await storeResumed(sql, resumed, note, now) };
}
